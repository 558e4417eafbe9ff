/**
 * Golden cases. Each folder lays its `catalog/` over the small one of `_base/`; `problems.txt` is
 * what the compiler then prints, `expected/` files that it generates. `UPDATE=1` rewrites them; what
 * no case gives is a failure.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { CODES } from '../../generator/problems/codes.ts'
import { printProblems, type Format } from '../../generator/problems/print.ts'
import { overlaid } from '../language/overlay.ts'

const ROOT = 'test/golden'
const UPDATE = process.env.UPDATE === '1'
const FORMATS: Readonly<Record<string, Format>> = {
  'problems.txt': 'pretty',
  'problems.json': 'json',
  'problems.github': 'github',
}

const base = readCatalog(join(ROOT, '_base/catalog'))
const cases = readdirSync(ROOT, { withFileTypes: true })
  .filter(entry => entry.isDirectory() && entry.name !== '_base')
  .map(entry => entry.name)
  .sort()

function settle(path: string, text: string): void {
  if (UPDATE) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(text).toBe(
    existsSync(path) ? readFileSync(path, 'utf8') : `(no ${path}; UPDATE=1 writes it)`,
  )
}

describe('golden catalogs', () => {
  it.each(cases)('%s', async name => {
    const folder = join(ROOT, name)
    const files = overlaid(base, readCatalog(join(folder, 'catalog')))
    const { value, problems } = compile(files)
    for (const problem of problems) expect(Object.keys(CODES)).toContain(problem.code)
    if (problems.length > 0) {
      settle(join(folder, 'problems.txt'), printProblems(problems, files))
      for (const [file, format] of Object.entries(FORMATS)) {
        if (format !== 'pretty' && existsSync(join(folder, file)))
          settle(join(folder, file), printProblems(problems, files, { format }))
      }
      expect(existsSync(join(folder, 'expected'))).toBe(false)
      return
    }
    if (UPDATE) rmSync(join(folder, 'problems.txt'), { force: true })
    expect(existsSync(join(folder, 'problems.txt'))).toBe(false)
    const generated = await generate(value!)
    const wanted = readdirSync(join(folder, 'expected'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(join(folder, 'expected').length + 1))
    expect(wanted.length).toBeGreaterThan(0)
    for (const path of wanted)
      settle(
        join(folder, 'expected', path),
        generated.get(path)?.text ?? `(nothing generates ${path})`,
      )
  })

  it('has no file that belongs to no case', () => {
    const known = /^(?:catalog|expected)$|^problems\.(?:txt|json|github)$/
    expect(
      cases.flatMap(name =>
        readdirSync(join(ROOT, name))
          .filter(file => !known.test(file))
          .map(file => `${name}/${file}`),
      ),
    ).toEqual([])
    expect(
      readdirSync(ROOT).filter(
        name => !cases.includes(name) && !['_base', 'golden.test.ts'].includes(name),
      ),
    ).toEqual([])
  })
})
