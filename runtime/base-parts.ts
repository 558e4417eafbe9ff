/** What all parts of a gateway are built from: clock, randomness, logs, settings. */
import { hostname } from 'node:os'
import type { Dependencies } from './context.ts'
import type { Catalog, NetworkSpec } from './contract.ts'
import { systemClock } from './lib/clock.ts'
import { systemRandom } from './lib/random.ts'
import { createObserve } from './observe/observe.ts'
import { createRedactor, type Redactor } from './observe/redact.ts'
import type { Observe } from './observe/types.ts'
import type { Clock, Random } from './seams.ts'
import { secretsOf } from './settings/read.ts'
import type { Settings } from './settings/types.ts'

/**
 * What tests and tools may replace: the destination of the log (standard output by default), the
 * clock, and any parts.
 */
export interface AssembleOptions {
  log?: { write(line: string): unknown }
  clock?: Clock
  /** The upstreams of a catalog that is loaded later; throws if their settings are wrong. */
  upstreamsOf?(catalog: Catalog): Settings['upstreams']
  replace?(parts: Dependencies): Partial<Dependencies>
}

/** Registers a part for closing, and returns it. */
export type Register = <T extends { close(): Promise<unknown> }>(part: T) => T

/** What all parts are built from. */
export interface BaseParts {
  catalog: Catalog
  settings: Settings
  spec: NetworkSpec
  clock: Clock
  random: Random
  redact: Redactor
  observe: Observe
  instance: string
}

/** Builds the parts that all others need; none of them has to be closed. */
export function makeBaseParts(
  catalog: Catalog,
  settings: Settings,
  { clock = systemClock, log }: AssembleOptions,
): BaseParts {
  const random = systemRandom
  const redact = redactorOf(catalog, settings)
  const { logLevel: level, region } = settings
  const observe = createObserve({
    hash: catalog.hash,
    clock,
    level,
    region,
    redact,
    destination: log,
  })
  const instance = `${hostname()}-${process.pid}-${random.hex(4)}`
  return {
    catalog,
    settings,
    clock,
    random,
    redact,
    observe,
    instance,
    spec: catalog.networks[settings.network]!,
  }
}

/** Makes a catalog's redactor, which hides the keys and addresses of its upstreams. */
export function redactorOf(catalog: Catalog, settings: Settings): Redactor {
  return createRedactor({
    upstreams: settings.upstreams,
    secrets: secretsOf(settings),
    bases: Object.values(catalog.upstreams).map(({ base }) => base),
  })
}
