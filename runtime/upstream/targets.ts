/**
 * Prepares the upstreams for calls: address, headers with the key, and whether they are configured.
 */
import type { TokenSpec, UpstreamSpec } from '../contract.ts'
import type { UpstreamSettings } from '../settings/types.ts'
import { parseBase, type Base } from '../lib/upstream-address.ts'
import { callToken, parseTokenKey, type TokenCall } from '../lib/call-token.ts'

/** An upstream; `base` is absent if it is not configured. */
export interface Target {
  name: string
  source: string
  base?: Base
  /** The environment variables without which it cannot be called. */
  missing: readonly string[]
  headers: Record<string, string>
  /** Its further settings, for formulas that build requests. */
  settings: Readonly<Record<string, string>>
  /** Signs the token that replaces `{jwt}` in the headers of a call. */
  sign?(call: TokenCall): string
}

/** An upstream that can be called. */
export type Ready = Target & { base: Base }

/** Whether an upstream can be called. */
export const isReady = (target: Target): target is Ready => target.base !== undefined

/** Returns the texts of an upstream that may contain `{key}` or a setting. */
const textsOf = (spec: UpstreamSpec): string[] => [spec.base, ...Object.values(spec.headers)]

/** The environment variables of a key, if the upstream needs one, and of its settings. */
export function neededBy(spec: UpstreamSpec): string[] {
  const needsKey = spec.jwt !== undefined || textsOf(spec).some(text => text.includes('{key}'))
  const names = [...(needsKey ? ['key'] : []), ...(spec.settings ?? [])]
  return names.map(name => `${spec.env}_${name.toUpperCase()}`)
}

/** The variables that an upstream needs and that have no value. */
function missingIn(spec: UpstreamSpec, { key, more = {} }: Partial<UpstreamSettings>): string[] {
  const values = Object.entries({ ...more, key }).flatMap(([name, value]) =>
    value ? [`${spec.env}_${name.toUpperCase()}`] : [],
  )
  return neededBy(spec).filter(name => !values.includes(name))
}

/** Fills the holes of a text that stand for the key or a setting. */
function filled(text: string, values: ByName<string>, encode = (value: string) => value): string {
  return Object.entries(values).reduce(
    (left, [name, value]) => left.replaceAll(`{${name}}`, () => encode(value)),
    text,
  )
}

/** Returns the signer of an upstream's tokens. The settings refuse a key that cannot sign. */
function signerOf(spec: TokenSpec, key: string): Pick<Target, 'sign'> {
  const own = parseTokenKey(key)
  return own === undefined ? {} : { sign: call => callToken(spec, own, call) }
}

/** Prepares one upstream. */
function targetOf(spec: UpstreamSpec, settings: Partial<UpstreamSettings> = {}): Target {
  const { key = '', more = {} } = settings
  const values = { key, ...more }
  const missing = missingIn(spec, settings)
  const headers = Object.entries(spec.headers).map(([name, value]) => [
    name.toLowerCase(),
    filled(value, values),
  ])
  const url = filled(settings.url ?? spec.base, values, encodeURIComponent)
  return {
    name: spec.name,
    source: spec.source,
    headers: Object.fromEntries(headers),
    settings: more,
    missing,
    ...(missing.length === 0 ? { base: parseBase(url) } : {}),
    ...(spec.jwt === undefined ? {} : signerOf(spec.jwt, key)),
  }
}

type ByName<T> = Readonly<Record<string, T>>

/** Returns every upstream of the catalog, by name. */
export function targetsOf(
  specs: ByName<UpstreamSpec>,
  settings: ByName<UpstreamSettings>,
): Map<string, Target> {
  const own = (name: string): UpstreamSettings | undefined =>
    Object.hasOwn(settings, name) ? settings[name] : undefined
  return new Map(Object.values(specs).map(spec => [spec.name, targetOf(spec, own(spec.name))]))
}
