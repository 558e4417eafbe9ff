/**
 * The shapes are JSON Schema: ajv, which editors' checkers resemble, judges as our walker does,
 * only with worse words.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { toJson } from '../../generator/read/access.ts'
import { readFile } from '../../generator/read/document.ts'
import { readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { FILE_KINDS, kindOf } from '../../generator/shape/kinds.ts'
import type { Schema } from '../../generator/shape/schema.ts'
import { checkShape } from '../../generator/shape/walk.ts'
import { seeded, sitesOf, typoAt } from './typos.ts'
import { runs } from '../helpers/runs.ts'

const files = readCatalog(CATALOG)
const ajv = new Ajv2020({ strict: false, allErrors: false, logger: false })
const validators = new Map(FILE_KINDS.map(kind => [kind.kind, ajv.compile(kind.schema as object)]))

describe('shapes', () => {
  it('accept every file of the catalog', () => {
    for (const file of files)
      expect(
        validators.get(kindOf(file.path)!.kind)!(toJson(readFile(file).value.raw!)),
        file.path,
      ).toBe(true)
  })

  it('say what every key is for', () => {
    const missing: string[] = []
    const walk = (schema: Schema, path: string): void => {
      for (const [name, own] of Object.entries(schema.properties ?? {})) {
        if (!own.description && !own.$ref) missing.push(`${path}.${name}`)
        walk(own, `${path}.${name}`)
      }
      if (typeof schema.additionalProperties === 'object')
        walk(schema.additionalProperties, `${path}.*`)
      if (schema.items) walk(schema.items, `${path}[]`)
    }
    for (const kind of FILE_KINDS) walk(kind.schema, kind.kind)
    expect(missing).toEqual([])
  })

  it('are judged alike by ajv and by our walker, on many broken files', () => {
    const random = seeded(7)
    const sites = files.flatMap(sitesOf)
    for (let i = 0; i < runs(150); i++) {
      const site = sites[Math.floor(random() * sites.length)]!
      const typo = typoAt(
        site,
        files.find(file => file.path === site.file)!,
        random,
      )
      const read = typo && readFile({ path: `shape-${i}-${typo.file}`, text: typo.text })
      if (!read?.value.raw || read.problems.length > 0) continue
      const kind = kindOf(typo!.file)!
      const ours = checkShape(read.value.raw, kind.schema).length === 0
      expect(
        validators.get(kind.kind)!(toJson(read.value.raw)),
        `${typo!.file}: ${typo!.before} -> ${typo!.after}`,
      ).toBe(ours)
    }
  })
})
