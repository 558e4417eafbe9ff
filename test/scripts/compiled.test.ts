/** Compiled code that is kept between runs never stands for another source. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compiledModules } from '../../scripts/compiled.mjs'

let dir = ''
let source = ''
let code = ''

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'compiled-'))
  source = join(dir, 'main.cjs')
  code = join(dir, 'main.code')
  write('one', 1)
})
afterEach(() => rmSync(dir, { recursive: true }))

/** A module that exports a word; `second` is when it was written. */
function write(word: string, second: number): void {
  writeFileSync(source, `const word = () => '${word}'\nmodule.exports = word()`)
  utimesSync(source, second, second)
}

/** What the module exports, and whether its code had to be compiled; the code is kept. */
function run(): { gives: unknown; isNew: boolean } {
  const { load, made } = compiledModules(code)
  const gives = load(source)
  const kept = made()
  if (kept) writeFileSync(code, kept)
  return { gives, isNew: kept !== undefined }
}

describe('compiled modules', () => {
  it('compile a source once, and run it from what was kept', () => {
    expect(run()).toEqual({ gives: 'one', isNew: true })
    expect(run()).toEqual({ gives: 'one', isNew: false })
  })

  it('compile a changed source again, even one of the same length', () => {
    run()
    write('two', 2)
    expect(run()).toEqual({ gives: 'two', isNew: true })
    expect(run()).toEqual({ gives: 'two', isNew: false })
  })

  it('compile again when what was kept is damaged or empty', () => {
    run()
    const whole = readFileSync(code)
    for (const damaged of [whole.subarray(0, 200), flipped(whole), Buffer.alloc(0)]) {
      writeFileSync(code, damaged)
      expect(run()).toEqual({ gives: 'one', isNew: true })
    }
  })

  it('load a module once, with what it requires', () => {
    writeFileSync(source, `module.exports = require('node:path').basename(__filename)`)
    const { load } = compiledModules(code)
    expect(load(source)).toBe('main.cjs')
    rmSync(source)
    expect(load(source)).toBe('main.cjs')
  })
})

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length - 20]! ^= 1
  return copy
}
