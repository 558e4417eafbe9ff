/** What runs after an installation never fails it. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../..')
const at = mkdtempSync(join(tmpdir(), 'prepare-'))
cpSync(join(project, 'scripts/prepare.mjs'), join(at, 'scripts/prepare.mjs'))
afterAll(() => rmSync(at, { recursive: true, force: true }))

function prepare(): { code: number | null; said: string } {
  const script = join(at, 'scripts/prepare.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

it('is left out where only packages are installed', () => {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    scripts: { prepare: string }
  }
  const bare = mkdtempSync(join(tmpdir(), 'bare-'))
  const { status, stdout, stderr } = spawnSync('sh', ['-c', scripts.prepare], {
    cwd: bare,
    encoding: 'utf8',
  })
  rmSync(bare, { recursive: true })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
})

it('does nothing before the sources are there', () => {
  expect(prepare()).toEqual({ code: 0, said: '' })
})

it('says what could not be prepared, and succeeds', () => {
  mkdirSync(join(at, 'generated'))
  writeFileSync(join(at, 'generated/index.ts'), '')
  const { code, said } = prepare()
  expect(code).toBe(0)
  expect(said).toMatch(/^not prepared: Cannot find module .*cached-bundle\.mjs/)
})
