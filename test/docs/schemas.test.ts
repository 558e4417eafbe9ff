/** Editor schemas: valid JSON Schema, mapped to every catalog file, and true of the real YAML. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { emitSchemas, schemaPath } from '../../generator/emit/schemas.ts'
import type { Facts } from '../../generator/emit/facts.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { FILE_KINDS, kindOf } from '../../generator/shape/kinds.ts'

const root = resolve(import.meta.dirname, '../..')
const yaml = readdirSync(resolve(root, CATALOG), { recursive: true, encoding: 'utf8' })
  .filter(p => p.endsWith('.yaml'))
  .map(p => p.replaceAll('\\', '/'))
const settings = JSON.parse(readFileSync(join(root, '.vscode/settings.json'), 'utf8')) as {
  'yaml.schemas': Record<string, string>
}
let schemas: Map<string, object>
beforeAll(() => {
  schemas = new Map(
    [...emitSchemas({} as CatalogIR, {} as Facts)].map(f => [f.path, JSON.parse(f.text) as object]),
  )
})

it('there is a schema for each kind of file, and the editor maps it to those files', () => {
  expect([...schemas.keys()]).toEqual(FILE_KINDS.map(k => schemaPath(k.kind)))
  expect(settings['yaml.schemas']).toEqual(
    Object.fromEntries(
      FILE_KINDS.map(k => [`./generated/${schemaPath(k.kind)}`, `catalog/${k.files}`]),
    ),
  )
})

const checks = new Map<string, ValidateFunction>()
/** The check of a kind of file; made once. */
function checkOf(kind: string): ValidateFunction {
  const check =
    checks.get(kind) ??
    new Ajv({ strict: false, allErrors: true }).compile(schemas.get(schemaPath(kind))!)
  checks.set(kind, check)
  return check
}

describe('the real catalog passes them', () => {
  it.each(yaml)('catalog/%s', path => {
    const kind = kindOf(`catalog/${path}`)
    expect(kind, 'a kind of file').toBeDefined()
    const check = checkOf(kind!.kind)
    check(parse(readFileSync(resolve(root, CATALOG, path), 'utf8')))
    expect((check.errors ?? []).map(e => `${e.instancePath} ${e.message}`)).toEqual([])
  })
})

it('a misspelt key is an error in the editor', () => {
  const check = new Ajv({ strict: false }).compile(schemas.get(schemaPath('routes'))!)
  expect(check([{ route: 'GET /x', sumary: 'wrong' }])).toBe(false)
})

it('keys have descriptions to show on hover', () => {
  const text = JSON.stringify(schemas.get(schemaPath('routes')))
  for (const word of ['gates', 'price', 'upstream'])
    expect(text).toMatch(new RegExp(`"${word}":\\{[^{}]*"description"`))
})
