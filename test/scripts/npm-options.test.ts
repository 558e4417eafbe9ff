// Options before `--` belong to npm: a command that lacks one of its options does something else,
// such as buying in place of quoting.
import { execFile } from 'node:child_process'
import { expect, it } from 'vitest'
import { takenByNpm } from '../../generator/commands/npm-options.ts'

/** Runs npm; returns its exit code and what it printed as errors. */
const npm = (...args: string[]) =>
  new Promise<{ code: unknown; stderr: string }>(resolve =>
    execFile('npm', args, (error, _, stderr) => resolve({ code: error?.code ?? 0, stderr })),
  )

it.each([
  [['run', 'buy', 'chat', 'hi', '--quote'], '"npm run buy -- --quote"'],
  [['run', 'generate', '--check'], '"npm run generate -- --check"'],
  [['run', 'check', '--at', '2026-12-01'], '"npm run check -- --at"'],
  [['run', 'deploy', '--list'], '"npm run deploy -- --list"'],
  [['run', 'drift', '--write'], '"npm run drift -- --write"'],
  [['run', 'sales', '--lines'], '"npm run sales -- --lines"'],
  [['start', '--network=solana'], '"npm start -- --network"'],
])('npm %j does nothing, and says where the option goes', async (args, advice) => {
  const { code, stderr } = await npm(...args)
  expect(stderr).toContain(`for itself: write -- before it, as in ${advice}`)
  expect(code).toBe(2)
})

it('finds nothing in the settings of npm, or in a command that npm did not start', () => {
  expect(
    takenByNpm(['json', 'quote'], { npm_lifecycle_event: 'buy', npm_config_json: 'true' }),
  ).toBe(undefined)
  expect(takenByNpm(['quote'], { npm_config_quote: 'true' })).toBe(undefined)
})

it('finds an option with a dash in its name', () => {
  const env = { npm_lifecycle_event: 'deploy', npm_config_built_in: 'true' }
  expect(takenByNpm(['list', 'built-in'], env)).toMatch(/^npm has taken --built-in for itself/)
})
