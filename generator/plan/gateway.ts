/** Compares the settings of the gateway, and the upstreams to which it sends its keys. */
import { readFile } from '../read/document.ts'
import { entryOf, valueOf } from '../read/access.ts'
import { GATEWAY_KEYS } from '../language/gateway.ts'
import type { CatalogIR, UpstreamIR } from '../ir.ts'
import type { Raw } from '../types.ts'
import { finding } from './finding.ts'
import type { Finding } from './types.ts'
import { differencesText } from './written.ts'

/** The findings about the gateway, and about upstreams that are new, renamed or changed. */
export function gatewayFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  const before = new Map(old.upstreams.map(one => [one.name, one]))
  return [
    ...renamed(old, now),
    ...settingsOf(old, now),
    ...now.upstreams.flatMap(one => {
      const was = before.get(one.name)
      return was === undefined ? newUpstream(one, old, now) : changesOf(was, one)
    }),
  ]
}

function renamed({ gateway: was }: CatalogIR, { gateway: is }: CatalogIR): Finding[] {
  if (was.name === is.name) return []
  const subject = 'name of the gateway'
  const message =
    `${subject}: ${was.name} -> ${is.name}; the keys of its store begin with it, so payments, jobs ` +
    'and records of the old name are not found, and deploy does not see the processes that run'
  return [finding({ id: 'gateway-renamed', subject, old: was.name, new: is.name, message })]
}

/** Settings of gateway.yaml that other findings compare. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'name',
  'fee',
  'margin',
  'minimum',
  'round',
  'authorization',
  'networks',
  'errors',
  'constants',
  'dated',
])
/** Settings that change no reply to a call, and no limit. */
const HARMLESS: ReadonlySet<string> = new Set([
  'margin_floor',
  'promotion_notice',
  'contact',
  'summary',
  'titles',
  'tags',
])

function settingsOf(old: CatalogIR, now: CatalogIR): Finding[] {
  const [was, is] = [rawGateway(old), rawGateway(now)]
  const names = Object.keys(GATEWAY_KEYS).filter(name => !ELSEWHERE.has(name))
  return names.flatMap(name => {
    const message = differencesText(valueOf(was, name), valueOf(is, name), name)
    if (message === '') return []
    const place = entryOf(is, name)?.keyPlace ?? now.gateway.place
    const level = HARMLESS.has(name) ? 'allow' : 'warn'
    return [finding({ id: 'gateway-changed', level, subject: name, message, place })]
  })
}

function rawGateway({ gateway, sources }: CatalogIR): Raw | undefined {
  const file = sources.find(({ path }) => path === gateway.place.file)
  return file && readFile(file).value.raw
}

/** The finding of an upstream that is new or has another name: which variables it needs. */
function newUpstream(one: UpstreamIR, old: CatalogIR, now: CatalogIR): Finding[] {
  const names = variablesOf(one)
  const isGone = ({ name }: UpstreamIR): boolean => now.upstreams.every(all => all.name !== name)
  const was = old.upstreams.find(other => other.base === one.base && isGone(other))
  const earlier = was === undefined ? [] : variablesOf(was)
  if (names.length === 0 || names.join() === earlier.join()) return []
  const [subject, { place }] = [`upstream ${one.name}`, one]
  const variables = names.join(', ')
  const message =
    was === undefined
      ? `${subject} is new; set ${variables} in the environment`
      : `${subject} was called ${was.name}; set ${variables} in the environment, which was ` +
        earlier.join(', ')
  return [finding({ id: 'upstream-added', subject, message, place })]
}

/** The variables of the environment that an upstream needs. */
function variablesOf({ env, headers, jwt, settings = [] }: UpstreamIR): string[] {
  const isKeyed = jwt !== undefined || JSON.stringify(headers).includes('{key}')
  return [...(isKeyed ? ['key'] : []), ...settings].map(name => `${env}_${name.toUpperCase()}`)
}

/** What the plan says of each part of an upstream. */
const PARTS = {
  base: 'its requests and its key go elsewhere',
  env: 'its settings in the environment have other names',
  headers: 'its requests have other headers',
  settings: 'its settings differ',
  jwt: 'its tokens differ',
} as const satisfies Partial<Record<keyof UpstreamIR, string>>

function changesOf(was: UpstreamIR, is: UpstreamIR): Finding[] {
  const subject = `upstream ${is.name}`
  return Object.entries(PARTS).flatMap(([part, effect]): Finding[] => {
    const [old, now] = [was, is].map(one => textOf(one[part as keyof typeof PARTS]))
    if (old === now) return []
    const message = `${subject} ${part}: ${old} -> ${now}; ${effect}`
    const { place } = is
    return [finding({ id: 'upstream-changed', subject: `${subject} ${part}`, message, place })]
  })
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
