/**
 * Runs before the first test of a project: makes the generated code of its catalog, and looks for
 * servers.
 */
import type { TestProject } from 'vitest/node'
import { generateOnce } from './catalogs.ts'
import { prepareServers } from './servers.ts'

/** Called by vitest. */
export function setup({ name, config: { env } }: TestProject): void {
  if (name === 'system') prepareServers()
  generateOnce(env.CATALOG!, env.GENERATED!)
}
