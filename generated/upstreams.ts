// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import {
  boxesCreate, boxesExec, boxesGiveBack, boxesStatus, boxesTerminate,
} from './upstreams/boxes.ts'
import { bridgeAddressOf } from './upstreams/bridge.ts'
import { callerFind, callerLook, callerStart, callerStop } from './upstreams/caller.ts'
import {
  carrierBuy, carrierBuyIfFree, carrierFind, carrierGiveBack, carrierRelease, carrierSearch,
} from './upstreams/carrier.ts'
import { exaAnswer, exaContents, exaSearch, exaSimilar } from './upstreams/exa.ts'
import {
  facesEnroll, facesFind, facesGiveBack, facesLook, facesOpen, facesRefresh,
} from './upstreams/faces.ts'
import { llamaChains, llamaPools, llamaPrices, llamaRead } from './upstreams/llama.ts'
import { lookupsFraud, lookupsLookup } from './upstreams/lookups.ts'
import { nodesRpc } from './upstreams/nodes.ts'
import { onrampToken } from './upstreams/onramp.ts'
import { poolChat } from './upstreams/pool.ts'
import { predexRead, predexSend } from './upstreams/predex.ts'
import {
  pythBars, pythPair, pythPairs, pythPrice, pythShare, pythShares,
} from './upstreams/pyth.ts'
import { socialFollowers, socialFollowings, socialUser } from './upstreams/social.ts'
import { surfRead, surfSend } from './upstreams/surf.ts'
import {
  vendorACancelResponse, vendorAChat, vendorAEdits, vendorAImages, vendorAResponse,
  vendorAResponses,
} from './upstreams/vendor_a.ts'
import { vendorBChat, vendorBEdits, vendorBImages } from './upstreams/vendor_b.ts'
import { vendorCChat, vendorCImages, vendorCSearch, vendorCVideos } from './upstreams/vendor_c.ts'
import { vendorDChat, vendorDImages, vendorDVideos } from './upstreams/vendor_d.ts'
import { vendorEChat, vendorEImages } from './upstreams/vendor_e.ts'
import { vendorFChat, vendorFVideos } from './upstreams/vendor_f.ts'
import { vendorGChat, vendorGLyrics, vendorGMusic } from './upstreams/vendor_g.ts'
import { vendorHSounds, vendorHSpeech } from './upstreams/vendor_h.ts'
import {
  zeroxApprovalTokens, zeroxGasless, zeroxRead, zeroxSubmit, zeroxSwap,
} from './upstreams/zerox.ts'

/** Upstreams. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  boxes: {
    name: 'boxes', env: 'BOXES', base: 'https://boxes.example/v1', source: 'boxes',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  bridge: {
    name: 'bridge', env: 'BRIDGE', base: 'https://bridge.example', source: 'bridge',
    headers: { 'X-Builder-Code': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  caller: {
    name: 'caller', env: 'CALLER', base: 'https://api.caller.example', source: 'caller',
    headers: { authorization: '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  carrier: {
    name: 'carrier', env: 'CARRIER', base: 'https://api.carrier.example', source: 'carrier',
    headers: { Authorization: 'Basic {key}' },
    settings: ['account'],
    capacity: { concurrency: 32, queue: 512 },
  },
  exa: {
    name: 'exa', env: 'EXA', base: 'https://api.exa.example', source: 'exa',
    headers: { 'x-api-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  faces: {
    name: 'faces', env: 'FACES', base: 'https://api.faces.example', source: 'faces',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  llama: {
    name: 'llama', env: 'LLAMA', base: 'https://{host}.llama.example', source: 'llama',
    headers: {},
    capacity: { concurrency: 32, queue: 512 },
  },
  lookups: {
    name: 'lookups', env: 'LOOKUPS', base: 'https://lookups.carrier.example', source: 'lookups',
    headers: { Authorization: 'Basic {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  nodes: {
    name: 'nodes', env: 'NODES', base: 'https://{model.host}.gateway.nodes.example',
    source: 'nodes',
    headers: { 'x-api-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  onramp: {
    name: 'onramp', env: 'ONRAMP', base: 'https://api.onramp.example', source: 'onramp',
    headers: { Authorization: 'Bearer {jwt}' },
    jwt: {
      lifetime: 120_000,
      claims: { iss: 'cdp', sub: '{id}', uris: ['{method} {host}{path}'] },
    },
    capacity: { concurrency: 32, queue: 512 },
  },
  pool: {
    name: 'pool', env: 'POOL', base: 'https://api.pool.example', source: 'pool',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  predex: {
    name: 'predex', env: 'PREDEX', base: 'https://api.predex.example/v2', source: 'predex',
    headers: { 'x-api-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  pyth: {
    name: 'pyth', env: 'PYTH', base: 'https://{host}.pyth.example', source: 'pyth',
    headers: {},
    capacity: { concurrency: 32, queue: 512 },
  },
  social: {
    name: 'social', env: 'SOCIAL', base: 'https://api.social.example', source: 'social',
    headers: { 'X-API-Key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  surf: {
    name: 'surf', env: 'SURF', base: 'https://api.surf.example', source: 'surf',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  vendor_a: {
    name: 'vendor_a', env: 'VENDOR_A', base: 'https://api.vendor-a.example', source: 'vendorA',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  vendor_b: {
    name: 'vendor_b', env: 'VENDOR_B', base: 'https://api.vendor-b.example', source: 'vendorB',
    headers: { 'x-goog-api-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  vendor_c: {
    name: 'vendor_c', env: 'VENDOR_C', base: 'https://api.vendor-c.example', source: 'vendorC',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 100, queue: 1000 },
  },
  vendor_d: {
    name: 'vendor_d', env: 'VENDOR_D', base: 'https://api.vendor-d.example', source: 'vendorD',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 100, queue: 1000 },
  },
  vendor_e: {
    name: 'vendor_e', env: 'VENDOR_E', base: 'https://api.vendor-e.example', source: 'vendorE',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  vendor_f: {
    name: 'vendor_f', env: 'VENDOR_F', base: 'https://api.vendor-f.example', source: 'vendorF',
    headers: {
      Authorization: 'Bearer {key}', 'x-api-key': '{key}', 'anthropic-version': '2023-06-01',
      'anthropic-beta': 'context-management-2025-06-27',
    },
    capacity: { concurrency: 50, queue: 500 },
  },
  vendor_g: {
    name: 'vendor_g', env: 'VENDOR_G', base: 'https://api.vendor-g.example', source: 'vendorG',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 50, queue: 500 },
  },
  vendor_h: {
    name: 'vendor_h', env: 'VENDOR_H', base: 'https://api.vendor-h.example', source: 'vendorH',
    headers: { 'xi-api-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  zerox: {
    name: 'zerox', env: 'ZEROX', base: 'https://api.zerox.example', source: 'zerox',
    headers: { '0x-api-key': '{key}', '0x-version': 'v2' },
    capacity: { concurrency: 32, queue: 512 },
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'boxes.create': boxesCreate, 'boxes.exec': boxesExec, 'boxes.status': boxesStatus,
  'boxes.terminate': boxesTerminate, 'boxes.give_back': boxesGiveBack,
  'bridge.address_of': bridgeAddressOf, 'caller.start': callerStart, 'caller.look': callerLook,
  'caller.find': callerFind, 'caller.stop': callerStop, 'carrier.search': carrierSearch,
  'carrier.buy': carrierBuy, 'carrier.buy_if_free': carrierBuyIfFree, 'carrier.find': carrierFind,
  'carrier.give_back': carrierGiveBack, 'carrier.release': carrierRelease, 'exa.search': exaSearch,
  'exa.answer': exaAnswer, 'exa.contents': exaContents, 'exa.similar': exaSimilar,
  'faces.open': facesOpen, 'faces.refresh': facesRefresh, 'faces.look': facesLook,
  'faces.enroll': facesEnroll, 'faces.find': facesFind, 'faces.give_back': facesGiveBack,
  'llama.read': llamaRead, 'llama.chains': llamaChains, 'llama.pools': llamaPools,
  'llama.prices': llamaPrices, 'lookups.lookup': lookupsLookup, 'lookups.fraud': lookupsFraud,
  'nodes.rpc': nodesRpc, 'onramp.token': onrampToken, 'pool.chat': poolChat,
  'predex.read': predexRead, 'predex.send': predexSend, 'pyth.pairs': pythPairs,
  'pyth.shares': pythShares, 'pyth.pair': pythPair, 'pyth.share': pythShare,
  'pyth.price': pythPrice, 'pyth.bars': pythBars, 'social.user': socialUser,
  'social.followers': socialFollowers, 'social.followings': socialFollowings, 'surf.read': surfRead,
  'surf.send': surfSend, 'vendor_a.chat': vendorAChat, 'vendor_a.images': vendorAImages,
  'vendor_a.edits': vendorAEdits, 'vendor_a.responses': vendorAResponses,
  'vendor_a.response': vendorAResponse, 'vendor_a.cancel_response': vendorACancelResponse,
  'vendor_b.chat': vendorBChat, 'vendor_b.images': vendorBImages, 'vendor_b.edits': vendorBEdits,
  'vendor_c.chat': vendorCChat, 'vendor_c.images': vendorCImages, 'vendor_c.videos': vendorCVideos,
  'vendor_c.search': vendorCSearch, 'vendor_d.chat': vendorDChat, 'vendor_d.images': vendorDImages,
  'vendor_d.videos': vendorDVideos, 'vendor_e.chat': vendorEChat, 'vendor_e.images': vendorEImages,
  'vendor_f.chat': vendorFChat, 'vendor_f.videos': vendorFVideos, 'vendor_g.chat': vendorGChat,
  'vendor_g.lyrics': vendorGLyrics, 'vendor_g.music': vendorGMusic,
  'vendor_h.speech': vendorHSpeech, 'vendor_h.sounds': vendorHSounds, 'zerox.swap': zeroxSwap,
  'zerox.gasless': zeroxGasless, 'zerox.read': zeroxRead,
  'zerox.approval_tokens': zeroxApprovalTokens, 'zerox.submit': zeroxSubmit,
}
