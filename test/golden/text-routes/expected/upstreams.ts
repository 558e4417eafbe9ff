// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import { makerMake } from './upstreams/maker.ts'
import { talkAChat, talkAResponses } from './upstreams/talk_a.ts'
import { talkBChat } from './upstreams/talk_b.ts'

/** Upstreams. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  maker: {
    name: 'maker', env: 'MAKER', base: 'https://api.maker.example', source: 'maker',
    headers: { 'x-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  talk_a: {
    name: 'talk_a', env: 'TALK_A', base: 'https://api.talk-a.example', source: 'talk_a',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  talk_b: {
    name: 'talk_b', env: 'TALK_B', base: 'https://api.talk-b.example', source: 'talk_b',
    headers: { 'x-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'maker.make': makerMake, 'talk_a.chat': talkAChat, 'talk_a.responses': talkAResponses,
  'talk_b.chat': talkBChat,
}
