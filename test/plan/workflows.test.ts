/** The workflows of CI run the commands that they are for, with options that exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const FOLDER = '.github/workflows'
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

interface Workflow {
  on: Record<string, unknown> & { schedule?: { cron: string }[] }
  jobs: Record<string, { steps: { run?: string; env?: Record<string, unknown> }[] }>
}

const workflow = (name: string): Workflow =>
  parse(readFileSync(`${FOLDER}/${name}.yml`, 'utf8')) as Workflow

/** The commands of a workflow, as one text. */
const commands = (of: Workflow): string =>
  Object.values(of.jobs)
    .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    .join('\n')

it.each(readdirSync(FOLDER))('%s runs only scripts of package.json', file => {
  const text = commands(workflow(file.replace('.yml', '')))
  const names = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(one => one[1]!)
  for (const name of names) expect(scripts).toHaveProperty([name])
})

it('a pull request is checked against its base, and warnings fail', () => {
  expect(commands(workflow('plan'))).toContain(
    'npm run --silent check -- --strict --against HEAD^1',
  )
})

it('the catalog is checked daily, and compared with what the upstreams list', () => {
  const daily = workflow('daily')
  expect(daily.on.schedule).toHaveLength(1)
  expect(commands(daily)).toContain('npm run --silent check -- --strict')
  expect(commands(daily)).toMatch(/npm run --silent drift\b/)
})

it('the long tests run every night', () => {
  const nightly = workflow('nightly')
  expect(nightly.on.schedule).toHaveLength(1)
  const steps = Object.values(nightly.jobs).flatMap(job => job.steps)
  const env = steps.map(step => step.env ?? {})
  for (const [name, count, file] of [
    ['SWITCHES', 1000, 'test/switch/processes.test.ts'],
    ['KILLS', 100, 'test/switch/refused.test.ts'],
    ['CHARGES', 10_000, 'test/sales/recompute.test.ts'],
  ] as const) {
    const at = env.findIndex(one => Number(one[name]) === count)
    expect(steps[at]?.run, name).toContain(file)
    expect(readFileSync(file, 'utf8')).toContain(`process.env.${name}`)
  }
})
