// Code generated from catalog/gateway.yaml by "npm run generate". DO NOT EDIT.
import { createHooks } from '../runtime/hooks/index.ts'
import type { Hooks } from './hooks.ts'

/**
 * Does not compile if a declared hook is missing from `createHooks`, or if its types differ from
 * the catalog.
 */
export const provided: (...parts: Parameters<typeof createHooks>) => Hooks = createHooks
