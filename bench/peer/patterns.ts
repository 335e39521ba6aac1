import { dispatches } from '../../adapters/tables/dispatches.ts';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { conversion } from '../../patterns/conversion/pattern.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { connectorsOf, databaseOf, type Setting } from './setting.ts';

/** The patterns of the comparison, each with its ports. */
export const comparedPatterns = {
  conversion: { pattern: conversion, ports: () => ({}) },
  lookup: { pattern: lookup, ports: (setting: Setting) => ({ connectors: connectorsOf(setting) }) },
  'action-staging': {
    pattern: actionStaging,
    ports: (setting: Setting) => ({ dispatches: dispatches(databaseOf(setting)) }),
  },
} as const;
export type ComparedPattern = keyof typeof comparedPatterns;
