import type { TaskList, TaskRow } from '../api/answers.ts';
import type { ApiClient } from '../api/client.ts';

/** The inbox reads at most so many Tasks, which is ten pages. */
export const mostTasks = 1000;
const pageRows = 100;

export interface InboxTasks {
  readonly tasks: readonly TaskRow[];
  /** True if there are more Tasks than the inbox reads. */
  readonly isCut: boolean;
}

/** Reads the Tasks that this person may decide, page by page, the earliest deadline first. */
export async function allTasks(api: Pick<ApiClient, 'get'>, signal: AbortSignal): Promise<InboxTasks> {
  const tasks: TaskRow[] = [];
  let cursor: string | undefined;
  do {
    const page: TaskList = await api.get('tasks', { query: { limit: String(pageRows), cursor }, signal });
    tasks.push(...page.tasks);
    cursor = page.cursor;
  } while (cursor !== undefined && tasks.length < mostTasks);
  return { tasks, isCut: cursor !== undefined };
}
