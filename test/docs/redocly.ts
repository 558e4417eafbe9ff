/** Runs the linter of OpenAPI documents. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './catalog.ts'

const run = promisify(execFile)

interface Report {
  problems: { message: string; location: { pointer: string }[] }[]
}

/** What the linter finds in each document; one process lints all of them. */
export async function lint(documents: readonly string[]): Promise<string[][]> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const { stdout } = await run(
    join(root, 'node_modules/.bin/redocly'),
    ['lint', '--config', join(root, 'test/docs/redocly.yaml'), '--format', 'json', ...documents],
    { env, maxBuffer: 2 ** 26 },
  ).catch((e: { stdout: string }) => e)
  // One JSON document follows the other.
  const reports = stdout
    .slice(stdout.indexOf('{'))
    .split(/(?<=^\})(?=\{$)/m)
    .map(text => JSON.parse(text) as Report)
  return reports.map(({ problems }) => problems.map(p => `${p.location[0]?.pointer} ${p.message}`))
}
