/**
 * What other tools say of the OpenAPI document of any catalog: linters find nothing, and the types
 * that generators of clients make of it compile. The linter of Redocly has its place in
 * documents.test.ts.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import spectral from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { realCatalog, root, served } from './catalog.ts'

const { files } = await realCatalog()
const document = JSON.parse(served(files.get('openapi.json')!.text))
const operations: any[] = Object.values<object>(document.paths).flatMap(item => Object.values(item))

it('Spectral finds no problem, not even a hint', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[oas as never, 'recommended']] })
  const problems = await linter.run(document)
  expect(problems.map(({ code, path, message }) => [code, path.join('/'), message])).toEqual([])
})

/** The document as openapi-typescript writes it. */
async function typesOf(): Promise<string> {
  // It needs the API of the compiler, which the TypeScript of this project comes without.
  const require = createRequire(import.meta.url)
  const path = require.resolve('typescript')
  require.cache[path] = Object.assign(new Module(path), { loaded: true, exports: ts })
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  return astToString(await openapiTS(document, { defaultNonNullable: false, silent: true }))
}

const CLIENT = `
import type { operations, paths } from './api.d.ts'
export const path: (keyof paths)[] = ${JSON.stringify(Object.keys(document.paths))}
export const operation: (keyof operations)[] = ${JSON.stringify(operations.map(one => one.operationId))}
export type Answers = { [K in keyof operations]: operations[K]['responses'] }
// @ts-expect-error there is no such operation
export const missing: keyof operations = 'no.such.operation'
`

it('openapi-typescript makes types of it that compile, with each path and operation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'))
  try {
    writeFileSync(join(folder, 'api.d.ts'), await typesOf())
    writeFileSync(join(folder, 'client.ts'), CLIENT)
    const options =
      '--strict --noEmit --skipLibCheck false --exactOptionalPropertyTypes --allowImportingTsExtensions --target es2022 --module nodenext --types'
    const args = [...options.split(' '), '', 'client.ts', 'api.d.ts']
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), args, {
      cwd: folder,
    }).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
