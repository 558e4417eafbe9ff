// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import {
  makerFilm, makerPhoto, makerQuick, makerSketch, makerSong, makerVoice, makerWords,
} from './upstreams/maker.ts'

/** Upstreams. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  maker: {
    name: 'maker', env: 'MAKER', base: 'https://api.maker.example', source: 'maker',
    headers: { 'x-key': '{key}' },
    capacity: { concurrency: 16, queue: 200 },
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'maker.film': makerFilm, 'maker.song': makerSong, 'maker.words': makerWords,
  'maker.voice': makerVoice, 'maker.photo': makerPhoto, 'maker.sketch': makerSketch,
  'maker.quick': makerQuick,
}
