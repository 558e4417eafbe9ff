// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import { display, least } from '../../runtime/formula.ts'
import type { Derived, Models, Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ImagesRow } from '../media/images.models.ts'
import type { MusicRow } from '../media/music.models.ts'
import type { SpeechRow } from '../media/speech.models.ts'
import type { VideosRow } from '../media/videos.models.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type { GetModelsRestValues, GetModelsValues } from './gateway.requests.ts'

export const sound_effects = ['vendorH/sound-effects'].map(id => ({
  id, object: 'model', created: 1_764_633_600, owned_by: 'vendorH', name: 'Sound effects',
  description: 'Sounds from a text.', context_window: 0, max_output: 0,
  categories: ['sound-effects'], billing_mode: 'per_generation',
  pricing: { per_generation: 0.052 },
}))

/** Derived values of /api/v1/models, /api/v1/models/*. */
export const getModelsValues = {
  chat_models: ({ lists }) => lists.chat.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: m.context, max_output: m.max_output,
    categories: m.kinds, streaming: m.streams,
    billing_mode: m.billing === 'token' ? 'paid' : m.billing,
    pricing: {
      input: m.input === undefined ? undefined : display(m.input, 1_000_000n),
      output: m.output === undefined ? undefined : display(m.output, 1_000_000n),
      cache_read: m.cache_read === undefined ? undefined : display(m.cache_read, 1_000_000n),
      cache_write: m.cache_write === undefined ? undefined : display(m.cache_write, 1_000_000n),
      flat: m.flat === undefined ? undefined : display(m.flat, 1_000_000n),
    },
  })),
  image_models: ({ lists }) => lists.images.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: 0, categories: ['image'],
    billing_mode: 'per_image',
    pricing: { per_image: display(least(m.sizes), 1_000_000n) },
  })),
  video_models: ({ lists }) => lists.videos.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: 0, categories: ['video'],
    billing_mode: 'per_second',
    pricing: {
      per_second: display(
        m.usd_per_second === undefined
          ? m.usd_at !== undefined
            ? least(m.usd_at) * 100_000n
            : (m.usd_per_mtok === undefined ? 0n : m.usd_per_mtok) * 2169n
          : m.usd_per_second * 100_000n,
        100_000_000_000n,
      ),
    },
  })),
  music_models: ({ lists }) => lists.music.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: 0, categories: ['audio'],
    billing_mode: 'per_track',
    pricing: { per_track: display(m.usd, 1_000_000n) },
  })),
  speech_models: ({ lists }) => lists.voices.rows.map(m => ({
    id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
    description: m.description, context_window: 0, max_output: m.max_characters,
    categories: ['speech'], billing_mode: 'per_1k_characters',
    pricing: { per_1k_characters: display(m.usd_per_1000, 1_000_000n) },
  })),
  sound_effects: () => ['vendorH/sound-effects'].map(id => ({
    id, object: 'model', created: 1_764_633_600, owned_by: 'vendorH', name: 'Sound effects',
    description: 'Sounds from a text.', context_window: 0, max_output: 0,
    categories: ['sound-effects'], billing_mode: 'per_generation',
    pricing: { per_generation: 0.052 },
  })),
  sold: ({ values }) => [
    ...values.chat_models, ...values.image_models, ...values.video_models, ...values.music_models,
    ...values.speech_models, ...values.sound_effects,
  ],
} satisfies Derived<
  Call<undefined, any, never, any, GetModelsRestValues | GetModelsValues> & {
    lists: {
      chat: Models<ChatRow>
      images: Models<ImagesRow>
      videos: Models<VideosRow>
      music: Models<MusicRow>
      voices: Models<SpeechRow>
    }
  }
>

/** Members that /api/v1/models and 27 more routes share. */
export const shared = {
  family: 'tools/gateway', method: 'GET', flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], challenge: 'after_gates',
  discovery: 'free', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<undefined, any, never, any, any>>>

/** Members that /api/v1/quote and 2 more routes share. */
export const postQuoteShared = {
  family: 'tools/gateway', method: 'POST', aliases: [], prefix: '', flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'native',
  challenge: 'after_gates', authorization: 300_000,
} satisfies Partial<Route<Call<any>>>
