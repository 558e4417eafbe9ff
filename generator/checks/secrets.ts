/**
 * Finds secrets in YAML files. They belong in the environment, because the catalog is published.
 */
import { fault, type Check } from './check.ts'
import type { Problem, SourceFile } from '../types.ts'

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{20,}/g, 'an API key'],
  [/\bAKIA[0-9A-Z]{16}\b/g, 'an AWS key'],
  [/\bgh[pousr]_[A-Za-z0-9]{30,}/g, 'a GitHub token'],
  [/\bxox[abprs]-[A-Za-z0-9-]{10,}/g, 'a Slack token'],
  [/\bAIza[A-Za-z0-9_-]{35}\b/g, 'a Google API key'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/g, 'a private key'],
  // Zeros alone are a placeholder, and the value of a name such as `condition_id` is public.
  [/(?<!(?:_id|hash): ?["']?)\b(?:0x)?(?!0{64})[0-9a-fA-F]{64}\b/g, 'a private key'],
  [/\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g, 'a signed token'],
  [/\b(?:Bearer|Basic) +[A-Za-z0-9+/_.=-]{16,}/g, 'a credential'],
  [/(?<=:\/\/)[^\s/:@{}]+:[^\s/@{}]+(?=@)/g, 'a user name and password'],
]

/** Refuses texts that look like secrets. */
export const secrets: Check = { code: 'secret', run: catalog => catalog.sources.flatMap(found) }

function found(file: SourceFile): Problem[] {
  return SECRETS.flatMap(([pattern, what]) =>
    [...file.text.matchAll(pattern)].map(match =>
      fault(
        'secret',
        { file: file.path, start: match.index, end: match.index + match[0].length },
        `this looks like ${what}`,
        {
          hint:
            'keys come from the environment: `{key}` in the headers of an upstream stands ' +
            'for NAME_KEY',
        },
      ),
    ),
  )
}
