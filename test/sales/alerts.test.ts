/** The alert rules and the dashboard ask only for metrics that exist, and the rules fire. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findServer, suitesWith } from '../helpers/servers.ts'
import { COUNTED, READ, type Metric } from '../../runtime/observe/table.ts'

const FOLDER = 'runtime/observe/prometheus'
const text = (name: string): string => readFileSync(`${FOLDER}/${name}`, 'utf8')
const metrics: Metric[] = [...Object.values(COUNTED), ...Object.values(READ)]

/** The series of a metric. */
const seriesOf = ({ name, kind }: Metric): string[] =>
  kind === 'histogram' ? ['bucket', 'sum', 'count'].map(part => `${name}_${part}`) : [name]

const PROMTOOL = process.env.PROMTOOL || findServer('promtool') || 'promtool'
const { describe: describeRules } = suitesWith('promtool')
const promtool = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { cwd: FOLDER, encoding: 'utf8' })
  return status === 0 ? 'SUCCESS' : `${stdout}${stderr}`
}

describe.each(['alerts.yaml', 'dashboard.json'])('%s', name => {
  it('asks only for series that exist', () => {
    const asked = text(name).match(/farebox_\w+/g) ?? []
    expect(asked.length).toBeGreaterThan(10)
    const known = new Set(metrics.flatMap(seriesOf))
    expect([...new Set(asked)].filter(one => !known.has(one))).toEqual([])
  })
})

it('names follow the conventions of Prometheus', () => {
  for (const { name, kind, unit } of metrics) {
    expect(name).toMatch(/^farebox_[a-z]+(_[a-z]+)*$/)
    expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter'])
    if (unit === 'seconds') expect(name).toMatch(/_seconds$/)
    if (unit === 'usd') expect(name).toMatch(/_usd(_total)?$/)
  }
})

it('every alert has a test that sees it fire', () => {
  const rules: { alert: string }[] = parse(text('alerts.yaml')).groups[0].rules
  const tested = text('alerts.test.yaml').match(/(?<=alertname=")\w+/g)
  expect(tested).toEqual(rules.map(({ alert }) => alert))
})

describeRules('promtool', () => {
  it('accepts the rules', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toBe('SUCCESS')
  })
  it('sees each fire, and none while all is well', () => {
    expect(promtool('test', 'rules', 'alerts.test.yaml')).toBe('SUCCESS')
  })
})
