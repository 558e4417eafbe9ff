/** All local upstreams together, on loopback, with a control server that makes them misbehave. */
import type { Behaviour, Mode } from './behaviour.ts'
import { cogviewImages } from './cogview-images.ts'
import { bridge } from './bridge.ts'
import { carrierNumbers } from './carrier-numbers.ts'
import { startControl } from './control.ts'
import { defiData } from './defi-data.ts'
import { elevenlabsSpeech } from './elevenlabs-speech.ts'
import { faceGroups } from './face-groups.ts'
import { geminiImages } from './gemini-images.ts'
import { hostUpstream } from './host.ts'
import type { Hosted } from './host.ts'
import type { JobOrder, JobView } from './jobs.ts'
import { jsonRpcNodes } from './json-rpc-nodes.ts'
import { minimaxMusic } from './minimax-music.ts'
import { modelark } from './modelark.ts'
import { openaiImages } from './openai-images.ts'
import type { ListOrder } from './model-lists.ts'
import { onramp } from './onramp.ts'
import { oraclePrices } from './oracle-prices.ts'
import { phoneLookups } from './phone-lookups.ts'
import { predictionData } from './prediction-data.ts'
import { sandboxes } from './sandboxes.ts'
import { socialAccounts } from './social-accounts.ts'
import { soraVideos } from './sora-videos.ts'
import type { BalanceOf, SeenCall, Upstream } from './contract.ts'
import { swaps } from './swaps.ts'
import { pool } from './text/pool.ts'
import { surfData } from './surf-data.ts'
import { voiceCalls } from './voice-calls.ts'
import { webSearch } from './web-search.ts'
import { xai } from './xai.ts'

export type { Behaviour, Mode } from './behaviour.ts'
export type { JobOrder, JobView } from './jobs.ts'
export type { SeenCall } from './contract.ts'

const upstreams: readonly Upstream[] = [
  openaiImages,
  geminiImages,
  xai,
  modelark,
  cogviewImages,
  soraVideos,
  minimaxMusic,
  elevenlabsSpeech,
  jsonRpcNodes,
  predictionData,
  carrierNumbers,
  voiceCalls,
  faceGroups,
  bridge,
  webSearch,
  defiData,
  surfData,
  phoneLookups,
  onramp,
  sandboxes,
  swaps,
  socialAccounts,
  oraclePrices,
  pool,
]

/** The running upstreams. */
export interface LocalUpstreams {
  /**
   * Environment of a gateway: addresses and keys (`VENDOR_A_URL`, `VENDOR_A_KEY` and so on), and
   * the hosts of media.
   */
  env: Record<string, string>
  /** Address of the control server (see control.ts). */
  control: string
  names: readonly string[]
  /**
   * The calls that an upstream received since its last reset; those of all upstreams if no name is
   * given.
   */
  calls(name?: string): SeenCall[]
  /** Changes how an upstream behaves (see behaviour.ts). A text is a mode without options. */
  set(name: string, behaviour: Mode | Behaviour): void
  /** Releases the calls of the mode `hold`. Returns their number. */
  release(name: string, as?: Mode | Behaviour): number
  /** The jobs that a two-step upstream accepted since its last reset. */
  jobs(name: string): JobView[]
  /** Orders how all jobs of an upstream, or one, end. Returns the number of jobs. */
  orderJobs(name: string, order: JobOrder, options?: { id?: string; code?: string }): number
  /** Orders which models an upstream lists from now on. */
  orderModels(name: string, order: ListOrder): void
  /** Resets behaviour and records of one upstream; of all if no name is given. */
  reset(name?: string): void
  stop(): Promise<void>
}

/**
 * Starts every upstream on a free port. `latency` is ms per answer, by name; `lists` is the folder
 * in which the models that they list are recorded; `balanceOf` reads the local chain.
 */
export async function startUpstreams(
  options: {
    latency?: Readonly<Record<string, number>>
    lists?: string
    balanceOf?: BalanceOf
  } = {},
): Promise<LocalUpstreams> {
  const { latency, lists, balanceOf } = options
  const list = await Promise.all(
    upstreams.map(one => hostUpstream(one, { latency: latency?.[one.name], lists, balanceOf })),
  )
  const hosted = new Map(list.map(one => [one.upstream.name, one]))
  const control = await startControl(hosted)
  const find = (name: string): Hosted => {
    const one = hosted.get(name)
    if (!one)
      throw new Error(`no local upstream "${name}"; there are ${[...hosted.keys()].join(', ')}`)
    return one
  }
  const chosen = (name?: string) => (name === undefined ? list : [find(name)])
  const orderJobs: LocalUpstreams['orderJobs'] = (name, order, options) =>
    find(name).jobs.order(order, options)
  return {
    env: environment(list),
    control: control.url,
    names: [...hosted.keys()],
    calls: name => chosen(name).flatMap(one => one.calls),
    set: (name, behaviour) => find(name).behave(particulars(behaviour)),
    release: (name, as = 'ok') => find(name).release(particulars(as)),
    jobs: name => find(name).jobs.list(),
    orderJobs,
    orderModels: (name, order) => {
      const { list } = find(name)
      if (!list) throw new Error(`${name} lists no models`)
      list.order(order)
    },
    reset: name => chosen(name).forEach(one => one.reset()),
    stop: async () => {
      await Promise.all([control.stop(), ...list.map(one => one.stop())])
    },
  }
}

const particulars = (behaviour: Mode | Behaviour): Behaviour =>
  typeof behaviour === 'string' ? { mode: behaviour } : behaviour

function environment(list: readonly Hosted[]): Record<string, string> {
  const own = list.flatMap(({ upstream, url, key }) => [
    [`${upstream.env}_URL`, url],
    ...(upstream.header === undefined && !upstream.signing ? [] : [[`${upstream.env}_KEY`, key]]),
    ...Object.entries(upstream.settings ?? {}).map(([name, value]) => [
      `${upstream.env}_${name}`,
      value,
    ]),
  ])
  const hosts = list.filter(({ upstream }) => upstream.file).map(({ url }) => new URL(url).host)
  return { ...Object.fromEntries(own), MEDIA_ALLOW_HOSTS: hosts.join(',') }
}
