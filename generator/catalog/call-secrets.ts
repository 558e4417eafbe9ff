/** Finds keys that are written in the address of an upstream or in the query of a call. */
import { entriesOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import type { Raw, RawEntry } from '../types.ts'
import { report, type LoweringContext } from './build.ts'

/** Names in a query that hold a key. `key` and `token` alone may also name something public. */
const KEY_NAME = /(^|[-_])(api[-_]?key|app[-_]?key|secret|password|(access|auth)[-_]?token)$/i

/**
 * A long word of letters and digits that alternate, as in keys. Addresses and hashes of chains are
 * public, and dates and versions have few changes.
 */
const RANDOM_WORD = /(?<![A-Za-z0-9])(?!0x)[A-Za-z0-9]{16,}(?![A-Za-z0-9])/g
const CHANGES = 4

/** Whether a word of a text looks like a key. */
const holdsKey = (text: string): boolean =>
  (text.match(RANDOM_WORD) ?? []).some(
    word => (word.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g) ?? []).length >= CHANGES,
  )

/** Reports keys in the path and the query of a call. */
export function checkCallSecrets(
  raw: RawMap,
  path: RawEntry | undefined,
  build: LoweringContext,
): void {
  if (path) checkAddress(path.value, 'the path of this call', build)
  for (const entry of entriesOf(valueOf(raw, 'query'))) checkQuery(entry, build)
}

/** Reports keys in an address: a path, or the base of an upstream. */
export function checkAddress(value: Raw, what: string, build: LoweringContext): void {
  if (!holdsKey((textOf(value) ?? '').replaceAll(/\{[^}]*\}/g, '{}'))) return
  report(
    build,
    problem('secret', value.place, `everybody who has this file could read the key in ${what}`, {
      hint: `if it is a key, ${SETTING}; here it is {app_id}; ${PUBLIC}`,
    }),
  )
}

function checkQuery({ key: name, value }: RawEntry, build: LoweringContext): void {
  const text = textOf(value) ?? ''
  const isNamed = KEY_NAME.test(name) && text !== '' && !text.startsWith('=')
  if (!isNamed && !holdsKey(text)) return
  report(
    build,
    problem('secret', value.place, `everybody who has this file could read ${name} in the query`, {
      hint: `if it is a key, ${SETTING}; here it is =app_id; ${PUBLIC}`,
    }),
  )
}

const SETTING =
  'write `settings: { app_id: needed }` in the upstream, which stands for NAME_APP_ID of the ' +
  'environment'

const PUBLIC = 'if it is public, name it in `constants:` of gateway.yaml'
