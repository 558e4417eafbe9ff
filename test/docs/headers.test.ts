/** Header names in documents are names that the gateway reads or sends. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { realCatalog, root } from './catalog.ts'

let files: Map<string, { text: string }>
beforeAll(async () => {
  ;({ files } = await realCatalog())
})

/** Names that stand in quotes somewhere in the runtime and in the routes, in small letters. */
function known(): Set<string> {
  const runtime = readdirSync(join(root, 'runtime'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => readFileSync(join(root, 'runtime', path), 'utf8'))
  const routes = [...files].filter(([path]) => path.endsWith('.ts')).map(([, file]) => file.text)
  const quoted = [...runtime, ...routes].flatMap(text =>
    [...text.matchAll(/['"`](\w+(?:-\w+)+)(?=['"`:])/g)].map(match => match[1]!.toLowerCase()),
  )
  return new Set(quoted)
}

/**
 * Names with the look of a header: those of curl lines, capitalised ones with a hyphen, and
 * capitals in code.
 */
function printed(text: string): string[] {
  const curl = [...text.matchAll(/-H ["']([\w-]+):/g)]
  const hyphens = [
    ...text.matchAll(
      /(?<![\w/.-])((?:X|[A-Z]{2,}|[A-Z][a-z]+)(?:-(?:[A-Z][a-z]+|[A-Z]{2,}))+)(?![\w-])/g,
    ),
  ]
  const capitals = [...text.matchAll(/`([A-Z]{4,})`/g)]
  return [...curl, ...hyphens, ...capitals].map(match => match[1]!)
}

it('every header that a document names is one that the gateway reads or sends', () => {
  const names = known()
  /** No headers: licences, dates, protocols, methods. */
  const others = /^(?:Apache-\d|YYYY-|(?:JSON-RPC|POST)$)/
  for (const [path, { text }] of files) {
    if (!/\.(?:md|txt|json)$/.test(path) || path === 'manifest.json' || path.startsWith('schemas/'))
      continue
    const found = new Set(printed(text).filter(name => !others.test(name)))
    expect([path, [...found].filter(name => !names.has(name.toLowerCase()))]).toEqual([path, []])
    if (path.startsWith('docs/')) expect(found).toContain('PAYMENT-SIGNATURE')
  }
})
