/**
 * The upstreams as this gateway reaches them: address, headers with the key, and whether they are
 * configured.
 */
import type { UpstreamSpec } from '../contract.ts'
import type { UpstreamSettings } from '../settings/types.ts'
import { parseBase, type Base } from '../lib/upstream-address.ts'

/** An upstream; `base` is absent if it is not configured. */
export interface Target {
  name: string
  source: string
  base?: Base
  headers: Record<string, string>
}

/** An upstream that can be called. */
export type Ready = Target & { base: Base }

/** Whether an upstream can be called. */
export const isReady = (target: Target): target is Ready => target.base !== undefined

/** Whether an upstream needs a key. */
function needsKey(spec: UpstreamSpec): boolean {
  return [spec.base, ...Object.values(spec.headers)].some(text => text.includes('{key}'))
}

/** Prepares one upstream. */
function targetOf(spec: UpstreamSpec, settings: UpstreamSettings | undefined): Target {
  const key = settings?.key ?? ''
  const usable = !needsKey(spec) || key !== ''
  const headers = Object.entries(spec.headers).map(([name, value]) => [
    name.toLowerCase(),
    value.replaceAll('{key}', key),
  ])
  const url = (settings?.url ?? spec.base).replaceAll('{key}', encodeURIComponent(key))
  return {
    name: spec.name,
    source: spec.source,
    headers: Object.fromEntries(headers),
    ...(usable ? { base: parseBase(url) } : {}),
  }
}

type ByName<T> = Readonly<Record<string, T>>

/** Every upstream of the catalog, by name. */
export function targetsOf(
  specs: ByName<UpstreamSpec>,
  settings: ByName<UpstreamSettings>,
): Map<string, Target> {
  const own = (name: string): UpstreamSettings | undefined =>
    Object.hasOwn(settings, name) ? settings[name] : undefined
  return new Map(Object.values(specs).map(spec => [spec.name, targetOf(spec, own(spec.name))]))
}
