/**
 * The dashboard for Grafana and the alert rules for Prometheus, made from the table of metrics.
 * `documents.ts` writes them.
 */
import { stringify } from 'yaml'
import { COUNTED, READ, type Metric } from '../runtime/observe/table.ts'
import { formatted } from './formatted.ts'

/** Where the alert rules and the dashboard are written. */
export const OBSERVE = 'runtime/observe/prometheus'

const { requests, charges, charged, absorbed, rejections, settlements, upstreams, jobs, refusals } =
  COUNTED

/** One alert: when it fires, for how long that must hold, and what it means. */
interface Alert {
  name: string
  when: string
  lasts: string
  severity: 'page' | 'ticket'
  summary: string
}

const count = ({ name }: Metric): string => `${name}_count`

const ALERTS: readonly Alert[] = [
  {
    name: 'FareboxCannotSettle',
    when: `min(${READ.canSettle.name}) == 0`,
    lasts: '2m',
    severity: 'page',
    summary: 'Payments cannot be settled, so paid calls are refused.',
  },
  {
    name: 'FareboxRelayerGasLow',
    when: `min(${READ.affordable.name}) < 50`,
    lasts: '5m',
    severity: 'page',
    summary: "The relayer's money pays for only {{ $value }} more settlements.",
  },
  {
    name: 'FareboxSettlementsFailing',
    when:
      `sum by (network) (rate(${count(settlements)}{state="failed"}[10m])) / sum by ` +
      `(network) (rate(${count(settlements)}[10m])) > 0.05`,
    lasts: '5m',
    severity: 'page',
    summary: 'More than 5 % of the settlements on {{ $labels.network }} fail.',
  },
  {
    name: 'FareboxSettlementsUnknown',
    when: `sum by (network) (increase(${count(settlements)}{state="unknown"}[15m])) > 3`,
    lasts: '5m',
    severity: 'ticket',
    summary:
      'The outcome of {{ $value }} settlements on {{ $labels.network }} was not known in time.',
  },
  {
    name: 'FareboxPaymentReversed',
    when: `sum by (network) (increase(${count(settlements)}{state="reversed"}[1h])) > 0`,
    lasts: '0m',
    severity: 'page',
    summary: 'The chain has taken a payment back, and it can no longer land.',
  },
  {
    name: 'FareboxRouteErrors',
    when:
      `sum by (route) (rate(${count(requests)}{status=~"5.."}[10m])) / sum by (route) ` +
      `(rate(${count(requests)}[10m])) > 0.1`,
    lasts: '10m',
    severity: 'ticket',
    summary: 'More than 10 % of the requests to {{ $labels.route }} end with a 5xx.',
  },
  {
    name: 'FareboxUpstreamFailing',
    when:
      `sum by (call) (rate(${count(upstreams)}{outcome!="ok"}[10m])) / sum by (call) ` +
      `(rate(${count(upstreams)}[10m])) > 0.25`,
    lasts: '10m',
    severity: 'ticket',
    summary: 'More than 25 % of the upstream calls {{ $labels.call }} fail.',
  },
  {
    name: 'FareboxJobsStalled',
    when: `sum by (route) (increase(${jobs.name}{end="stalled"}[30m])) > 0`,
    lasts: '0m',
    severity: 'ticket',
    summary: 'Jobs of {{ $labels.route }} have stalled.',
  },
  {
    name: 'FareboxJobsWaiting',
    when: `max by (upstream) (${READ.oldestWaiting.name}) > 300`,
    lasts: '5m',
    severity: 'ticket',
    summary: 'Jobs of {{ $labels.upstream }} have waited for {{ $value }} seconds.',
  },
  {
    name: 'FareboxAbsorbedNearLimit',
    when: `sum(increase(${absorbed.name}[1h])) > 0.8 * max(${READ.absorbLimit.name})`,
    lasts: '0m',
    severity: 'ticket',
    summary: 'Results worth {{ $value }} USD were served unpaid in an hour; the limit is near.',
  },
  {
    name: 'FareboxStoreSlow',
    when: `max(${READ.storePing.name}) > 0.25`,
    lasts: '5m',
    severity: 'ticket',
    summary: 'The store takes {{ $value }} seconds to answer.',
  },
  {
    name: 'FareboxFollowUpsFailing',
    when: `max(${READ.followUpsFailing.name}) > 0`,
    lasts: '30m',
    severity: 'ticket',
    summary: '{{ $value }} follow-ups, such as giving back what nobody paid for, keep failing.',
  },
  {
    name: 'FareboxCanaryAborted',
    when: `max by (release) (${READ.canaryAborted.name}{cause="failures"}) > 0`,
    lasts: '0m',
    severity: 'ticket',
    summary: 'The canary {{ $labels.release }} has failed too often and was aborted.',
  },
  {
    name: 'FareboxRejectionsUnrecorded',
    when: `sum(increase(${rejections.name}{recorded="no"}[10m])) > 0`,
    lasts: '10m',
    severity: 'ticket',
    summary: 'So many payments are rejected that not all have a sales line.',
  },
  {
    name: 'FareboxReleaseRefused',
    when: `sum(increase(${refusals.name}[15m])) > 0 or max(${READ.catalogRefused.name}) > 0`,
    lasts: '0m',
    severity: 'ticket',
    summary: 'A process refuses the catalog that is to be live; its health view says why.',
  },
]

/** The alert rules. */
export async function alertRules(): Promise<string> {
  const rules = ALERTS.map(({ name, when, lasts, severity, summary }) => ({
    alert: name,
    expr: when,
    for: lasts,
    labels: { severity },
    annotations: { summary },
  }))
  const note = '# Made by "npm run generate" from scripts/observe-documents.ts. DO NOT EDIT.\n'
  const text = note + stringify({ groups: [{ name: 'farebox', rules }] }, { lineWidth: 0 })
  return formatted(`${OBSERVE}/alerts.yaml`, text)
}

const UNITS = { seconds: 's', usd: 'currencyUSD', count: 'short', bool: 'bool' } as const

/** One question of a panel. */
interface Target {
  expr: string
  legendFormat: string
}

const legend = (labels: readonly string[]): string => labels.map(one => `{{${one}}}`).join(' ')

/** What a panel of a metric shows: rates of counters, quantiles of histograms, values of gauges. */
function targetsOf({ name, kind, labels }: Metric): Target[] {
  const by = labels.length === 0 ? '' : ` by (${labels.join(', ')})`
  const legendFormat = labels.length === 0 ? name : legend(labels)
  if (kind === 'counter')
    return [{ expr: `sum${by} (increase(${name}[$__rate_interval]))`, legendFormat }]
  if (kind === 'gauge') return [{ expr: `max${by} (${name})`, legendFormat }]
  const [first = 'job'] = labels
  return [0.5, 0.99].map(quantile => ({
    expr:
      `histogram_quantile(${quantile}, sum by (le, ${first}) ` +
      `(rate(${name}_bucket[$__rate_interval])))`,
    legendFormat: `${legend([first])} p${quantile * 100}`,
  }))
}

const GRID = { width: 12, height: 8 }

function panel(
  facts: { title: string; unit: Metric['unit']; targets: Target[] },
  nth: number,
): object {
  const { title, unit, targets } = facts
  return {
    id: nth + 1,
    type: 'timeseries',
    title,
    datasource: { type: 'prometheus', uid: '${datasource}' },
    gridPos: {
      x: (nth % 2) * GRID.width,
      y: Math.floor(nth / 2) * GRID.height,
      w: GRID.width,
      h: GRID.height,
    },
    fieldConfig: { defaults: { unit: UNITS[unit] }, overrides: [] },
    targets: targets.map((one, i) => ({ ...one, refId: String.fromCharCode(65 + i) })),
  }
}

/** Panels that more than one metric makes. */
const COMBINED: { title: string; unit: Metric['unit']; targets: Target[] }[] = [
  {
    title: 'USD charged per hour, by model',
    unit: 'usd',
    targets: [
      {
        expr: `topk(10, sum by (model) (increase(${charged.name}[1h])))`,
        legendFormat: '{{model}}',
      },
    ],
  },
  {
    title: 'Charges and quotes per minute',
    unit: 'count',
    targets: [
      { expr: `sum(rate(${charges.name}[$__rate_interval])) * 60`, legendFormat: 'charges' },
      { expr: `sum(rate(${COUNTED.quotes.name}[$__rate_interval])) * 60`, legendFormat: 'quotes' },
    ],
  },
]

/** The dashboard, as Grafana imports it. */
export function dashboard(): string {
  const own = [...Object.values(COUNTED), ...Object.values(READ)].map((metric: Metric) => ({
    title: metric.help.replaceAll('`', '').replace(/\.$/, ''),
    unit: metric.unit,
    targets: targetsOf(metric),
  }))
  const templating = {
    list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }],
  }
  const whole = {
    uid: 'farebox',
    title: 'Farebox',
    schemaVersion: 39,
    editable: true,
    time: { from: 'now-24h', to: 'now' },
    templating,
    panels: [...COMBINED, ...own].map(panel),
  }
  return `${JSON.stringify(whole, null, 2)}\n`
}
