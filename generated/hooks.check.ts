// Code generated from catalog/hooks.yaml by "npm run generate". DO NOT EDIT.
import { createHooks } from '../runtime/hooks/index.ts'
import type { Hooks } from './hooks.ts'

/**
 * Does not compile when a declared hook is missing from `createHooks`, or takes or gives
 * something else than the catalog says.
 */
export const provided: (...parts: Parameters<typeof createHooks>) => Hooks = createHooks
