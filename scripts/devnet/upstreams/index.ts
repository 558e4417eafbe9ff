/** All local suppliers together: a whole world of vendors on loopback, with a switchboard to make them misbehave. */
import { cogviewImages } from './cogview-images.ts'
import { startControl } from './control.ts'
import { geminiImages } from './gemini-images.ts'
import { hostSupplier } from './host.ts'
import type { Hosted } from './host.ts'
import { jsonRpcNodes } from './json-rpc-nodes.ts'
import { modelarkImages } from './modelark-images.ts'
import { openaiImages } from './openai-images.ts'
import { predictionData } from './prediction-data.ts'
import type { Behaviour, Mode, SeenCall, Supplier } from './supplier.ts'
import { xaiImages } from './xai-images.ts'

export type { Behaviour, Mode, SeenCall } from './supplier.ts'

const suppliers: readonly Supplier[] = [openaiImages, geminiImages, xaiImages, modelarkImages, cogviewImages, jsonRpcNodes, predictionData]

/** The running suppliers. */
export interface LocalUpstreams {
  /** Addresses and keys as the gateway reads them: `VENDOR_A_URL`, `VENDOR_A_KEY`, and so on, and the hosts that media come from. */
  env: Record<string, string>
  /** Address of the switchboard (see control.ts). */
  control: string
  names: readonly string[]
  /** What a supplier has seen since its last reset; all of them when no name is given. */
  calls(name?: string): SeenCall[]
  /** Changes how a supplier behaves; a name alone is the mode without particulars. */
  set(name: string, behaviour: Mode | Behaviour): void
  /** Good behaviour and a clean memory again; of all suppliers when no name is given. */
  reset(name?: string): void
  stop(): Promise<void>
}

/** Starts every supplier on a free port. `latency` is ms per answer, by supplier name. */
export async function startUpstreams(options: { latency?: Readonly<Record<string, number>> } = {}): Promise<LocalUpstreams> {
  const list = await Promise.all(suppliers.map((one) => hostSupplier(one, options.latency?.[one.name])))
  const hosted = new Map(list.map((one) => [one.supplier.name, one]))
  const control = await startControl(hosted)
  const find = (name: string): Hosted => {
    const one = hosted.get(name)
    if (!one) throw new Error(`no local upstream "${name}"; there are ${[...hosted.keys()].join(', ')}`)
    return one
  }
  const chosen = (name?: string) => (name === undefined ? list : [find(name)])
  return {
    env: environment(list),
    control: control.url,
    names: [...hosted.keys()],
    calls: (name) => chosen(name).flatMap((one) => one.calls),
    set: (name, behaviour) => find(name).behave(typeof behaviour === 'string' ? { mode: behaviour } : behaviour),
    reset: (name) => chosen(name).forEach((one) => one.reset()),
    stop: async () => { await Promise.all([control.stop(), ...list.map((one) => one.stop())]) },
  }
}

function environment(list: readonly Hosted[]): Record<string, string> {
  const own = list.flatMap(({ supplier, url, key }) => [[`${supplier.env}_URL`, url], [`${supplier.env}_KEY`, key]])
  const hosts = list.filter(({ supplier }) => supplier.file).map(({ url }) => new URL(url).host)
  return { ...Object.fromEntries(own), MEDIA_ALLOW_HOSTS: hosts.join(',') }
}
