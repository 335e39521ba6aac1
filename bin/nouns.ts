import type { Noun } from './command.ts';

/** All nouns of the command line. The module of a noun is loaded only when the noun is used. */
export const nouns: Readonly<Record<string, () => Promise<Noun>>> = {
  actions: async () => (await import('./commands/actions.ts')).actionCommands,
  audit: async () => (await import('./commands/audit.ts')).auditCommands,
  corpus: async () => (await import('./commands/corpus.ts')).corpusCommands,
  gate: async () => (await import('./commands/gate.ts')).gateCommand,
  head: async () => (await import('./commands/head.ts')).headCommands,
  logout: async () => (await import('./commands/logout.ts')).logout,
  objects: async () => (await import('./commands/objects.ts')).objectsCommands,
  owner: async () => (await import('./commands/owner.ts')).ownerCommands,
  promote: async () => (await import('./commands/promote.ts')).promote,
  rates: async () => (await import('./commands/rates.ts')).rates,
  replay: async () => (await import('./commands/replay.ts')).replay,
  resume: async () => (await import('./commands/resume.ts')).resumeCommands,
  source: async () => (await import('./commands/source.ts')).sourceCommands,
  suspend: async () => (await import('./commands/suspend.ts')).suspendCommands,
  tasks: async () => (await import('./commands/tasks.ts')).taskCommands,
  tenant: async () => (await import('./commands/tenant.ts')).tenant,
  token: async () => (await import('./commands/token.ts')).token,
};
