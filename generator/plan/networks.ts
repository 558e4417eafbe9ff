/** Compares the networks on which the gateway is paid. */
import type { CatalogIR, NetworkIR } from '../ir.ts'
import { finding } from './finding.ts'
import type { Finding, Level } from './types.ts'

/** The findings about networks that are new, removed or changed. */
export function networkFindings(old: CatalogIR, now: CatalogIR): Finding[] {
  const [before, after] = [offered(old), offered(now)]
  const removed = [...before.keys()].filter(name => !after.has(name))
  return [
    ...removed.map(removedFinding),
    ...defaultChange(old, now),
    ...[...after].flatMap(([name, network]) => {
      const was = before.get(name)
      return was === undefined ? [addedFinding(network)] : changes(was, network)
    }),
  ]
}

/** The finding about another default network, which gateways without the setting NETWORK have. */
function defaultChange(old: CatalogIR, now: CatalogIR): Finding[] {
  const [was, is] = [old.gateway.networks[0], now.gateway.networks[0]]
  if (was === undefined || is === undefined || was === is) return []
  if (!now.gateway.networks.includes(was)) return []
  const subject = 'default network'
  const message = `${subject}: ${was} -> ${is}; gateways without the setting NETWORK are paid on ${is}`
  return [finding({ id: 'network-changed', subject, old: was, new: is, message })]
}

/** The networks of the gateway, by name. */
function offered({ gateway, networks }: CatalogIR): Map<string, NetworkIR> {
  const own = networks.filter(({ name }) => gateway.networks.includes(name))
  return new Map(own.map(network => [network.name, network]))
}

const removedFinding = (name: string): Finding =>
  finding({
    id: 'network-removed',
    subject: `network ${name}`,
    message: `network ${name} is gone: clients can no longer pay on it`,
  })

const addedFinding = ({ name, place }: NetworkIR): Finding =>
  finding({
    id: 'network-added',
    subject: `network ${name}`,
    message: `network ${name} is new: clients can pay on it`,
    place,
  })

/** The findings about a network that both catalogs offer. */
function changes(was: NetworkIR, is: NetworkIR): Finding[] {
  const [before, after] = [factsOf(was), factsOf(is)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap(path => {
    const [old, now] = [before.get(path) ?? NONE, after.get(path) ?? NONE]
    // The members of a further chain that is new or gone are not listed.
    if (old === now || isInside(path, before, after)) return []
    const level = levelOf(path, old)
    const subject = `network ${is.name} ${path}`
    const message = `${subject}: ${old} -> ${now}${MEANING[level]}`
    return [
      finding({ id: 'network-changed', level, subject, old, new: now, message, place: is.place }),
    ]
  })
}

type Facts = ReadonlyMap<string, string>

const [NONE, OFFERED] = ['none', 'offered']

/** Facts by the names that authors know, such as `also eip155:1 asset.address`. */
function factsOf({ kind, scheme, chain, label, asset, contract, ...more }: NetworkIR): Facts {
  const { on_request = [], also = [], retired } = more
  const facts: [string, unknown][] = [
    ...Object.entries({ kind, scheme, chain, label, contract, retired }),
    ...members('asset', asset),
    ...on_request.map((one): [string, string] => [`on_request ${one}`, OFFERED]),
    ...also.flatMap((one): [string, unknown][] => [
      [`also ${one.chain}`, OFFERED],
      [`also ${one.chain} label`, one.label],
      ...members(`also ${one.chain} asset`, one.asset),
    ]),
  ]
  return new Map(
    facts.flatMap(([path, value]) => (value === undefined ? [] : [[path, String(value)]])),
  )
}

const members = (path: string, of: object): [string, unknown][] =>
  Object.entries(of).map(([name, value]) => [`${path}.${name}`, value])

/** Whether a fact belongs to a further chain that only one side has. */
function isInside(path: string, before: Facts, after: Facts): boolean {
  const [also, chain, ...rest] = path.split(' ')
  const outer = `${also} ${chain}`
  return also === 'also' && rest.length > 0 && before.has(outer) !== after.has(outer)
}

/** A changed label breaks no payment, and a choice that is new was not used by anybody. */
function levelOf(path: string, old: string): Level {
  if (path === 'retired') return 'allow'
  if (path === 'label' || path.endsWith(' label')) return 'warn'
  const isChoice = path.startsWith('on_request ') || /^also \S+$/.test(path)
  return isChoice && old === NONE ? 'allow' : 'block'
}

const MEANING: Readonly<Record<Level, string>> = {
  block: '; payments of clients that know the old value fail',
  warn: ', which bodies and receipts name',
  allow: '',
}
