/** Removes secrets, URLs and upstream names from text that callers or log readers see. */
import type { Json } from '../contract.ts'
import type { UpstreamSettings } from '../settings/types.ts'

/** Values that must never be shown. */
export interface RedactOptions {
  upstreams: Readonly<Record<string, UpstreamSettings>>
  /** Other secrets and private addresses, e.g. the relayer's key or the RPC URL. */
  secrets?: readonly (string | undefined)[]
  /**
   * The upstreams' addresses in the catalog, which are secret even if the environment overrides
   * them.
   */
  bases?: readonly string[]
}

/** Redacts texts and JSON. */
export interface Redactor {
  text(text: string): string
  /** Redacts every text in JSON; cuts JSON that is deep or long. */
  json(value: unknown): Json
  /**
   * Removes only our own keys and our upstreams' hosts, without shortening: for complete log lines.
   */
  secrets(text: string): string
}

const GONE = '[redacted]'
const LONGEST_TEXT = 2000
const LONGEST_JSON = 16_384
const SHORTEST_SECRET = 6
/**
 * Removes URLs, private addresses, authorization values, and keys and accounts of well-known forms,
 * ours or not.
 */
const PATTERNS = [
  /\b(?:https?|wss?|rediss?):\/\/[^\s"'<>)\]}]+/gi,
  /\b(?:Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{4,}/gi,
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_*.-]{6,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\bAKIA[A-Z0-9]{12,}/g,
  /\b(?:org|proj|req)[-_][A-Za-z0-9]{6,}/g,
  /\b(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?::\d+)?\b/g,
  /\b(?:api[-_]?key|token|secret|password)["']?\s*[:=]\s*["']?[A-Za-z0-9._~+/*-]{6,}/gi,
]

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Builds a pattern of an upstream's host that also matches its sister hosts (`docs.vendor.example`
 * for `api.vendor.example`). Labels before the domain are matched only at the start of a name, so
 * that the time is linear in the text.
 */
function hostPattern(url: string): string | undefined {
  const host = /^[a-z]+:\/\/([^/?#]+)/i
    .exec(url)?.[1]
    ?.replace(/^.*@/, '')
    .replace(/:\d+$/, '')
    .replace(/^.*\}\.?/, '')
    .toLowerCase()
  if (!host) return undefined
  if (/^[\d.]+$|^\[/.test(host) || !host.includes('.')) return `${escape(host)}(?::\\d+)?`
  const labels = host.split('.')
  const domain = labels.length > 2 ? labels.slice(1).join('.') : host
  return `(?:(?<![a-z0-9-]|[a-z0-9-]\\.)(?:[a-z0-9-]+\\.)+)?${escape(domain)}(?::\\d+)?`
}

/** Builds one expression for all secrets. */
function secretsPattern(options: RedactOptions): RegExp | undefined {
  const upstreams = Object.values(options.upstreams)
  const keys = [
    ...upstreams.flatMap(({ key, more }) => [key, ...Object.values(more ?? {})]),
    ...(options.secrets ?? []),
  ]
    .filter((key): key is string => key !== undefined && key.length >= SHORTEST_SECRET)
    // As they are in texts, in addresses, and in lines of JSON.
    .flatMap(key => [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)])
    .sort((a, b) => b.length - a.length)
  const parts = [
    ...new Set(keys.map(escape)),
    ...new Set([...upstreams.map(({ url }) => url), ...(options.bases ?? [])].map(hostPattern)),
  ].filter(Boolean)
  return parts.length > 0 ? new RegExp(parts.join('|'), 'gi') : undefined
}

/** Makes the redactor of one gateway. */
export function createRedactor(options: RedactOptions): Redactor {
  const secrets = secretsPattern(options)
  const known = (text: string): string => (secrets ? text.replace(secrets, GONE) : text)
  const clean = (text: string): string =>
    PATTERNS.reduce((left, pattern) => left.replace(pattern, GONE), known(text))
  const text = (value: string): string =>
    clean(value.slice(0, LONGEST_TEXT * 2)).slice(0, LONGEST_TEXT)
  const json = (value: unknown, depth = 0): Json => {
    if (typeof value === 'string') return text(value)
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
    if (typeof value !== 'object' || depth > 20) return null
    if (Array.isArray(value)) return value.map(item => json(item, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [clean(name), json(item, depth + 1)]),
    )
  }
  return {
    text,
    secrets: known,
    json(value) {
      const whole = JSON.stringify(value)
      return whole !== undefined && whole.length > LONGEST_JSON ? text(whole) : json(value)
    },
  }
}
