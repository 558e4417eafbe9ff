/**
 * Loads the part of undici that the gateway needs. Its entry also loads fetch, mocks, cookies,
 * caches and Node's own copy of undici: 9 MB more, and 200 ms per start.
 */
import { createRequire } from 'node:module'
import type * as Undici from 'undici'

const load = createRequire(import.meta.url)

// As in undici's entry: `request` and others become methods of each dispatcher.
const dispatcher = load('undici/lib/dispatcher/dispatcher.js') as { prototype: object }
Object.assign(dispatcher.prototype, load('undici/lib/api/index.js'))

/** A pool of connections to one origin. */
export const Pool = load('undici/lib/dispatcher/pool.js') as typeof Undici.Pool
/** The type of `Pool`. */
export type Pool = Undici.Pool

/** Pools of connections to any origin. */
export const Agent = load('undici/lib/dispatcher/agent.js') as typeof Undici.Agent
/** The type of `Agent`. */
export type Agent = Undici.Agent
