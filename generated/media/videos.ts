// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import { display, each, given } from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { VideosRow } from './videos.models.ts'
import type {
  GetVideoModelsValues, PostVideosGenerationsBody, PostVideosGenerationsValues,
} from './videos.requests.ts'
import { shared } from './videos.shared.2.ts'
import { postVideosGenerationsJobPart, postVideosTranslation } from './videos.shared.ts'

/** POST /api/v1/videos/generations: Generate a video from a text or pictures */
export const postVideosGenerations: Route<
  Call<PostVideosGenerationsBody, {}, VideosRow, any, PostVideosGenerationsValues>
> = {
  ...shared, id: 'post_videos_generations', origin: 'catalog/media/videos.routes.yaml:149',
  path: '/api/v1/videos/generations', summary: 'Generate a video from a text or pictures',
  example: { body: { prompt: 'a paper boat' } },
  job: { ...postVideosGenerationsJobPart, poll: '/api/v1/videos/generations/{id}' },
}

/** POST /api/v1/videos: Generate a video from content parts */
export const postVideos: Route<
  Call<PostVideosGenerationsBody, {}, VideosRow, any, PostVideosGenerationsValues>
> = {
  ...shared, id: 'post_videos', origin: 'catalog/media/videos.routes.yaml:182',
  path: '/api/v1/videos', summary: 'Generate a video from content parts',
  translate: postVideosTranslation as Translation,
  example: { body: { content: [{ type: 'text', text: 'a paper boat' }] } },
  job: { ...postVideosGenerationsJobPart, poll: '/api/v1/videos/{id}' },
}

/** GET /api/v1/video/models: Video models with their catalog rates and durations */
export const getVideoModels: Route<Call<undefined, {}, VideosRow, any, GetVideoModelsValues>> = {
  id: 'get_video_models', origin: 'catalog/media/videos.routes.yaml:221', family: 'media/videos',
  method: 'GET', path: '/api/v1/video/models', aliases: [], prefix: '',
  summary: 'Video models with their catalog rates and durations', tags: ['videos', 'models'],
  flow: 'free', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'native', challenge: 'after_gates', discovery: 'free', table: 'videos.models',
  limit: 'metadata', authorization: 300_000, bodyLimit: 1_048_576,
  values: {
    listed: ({ models }) => models.rows.map(m => ({
      id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
      description: m.description, billing_mode: m.billing, categories: ['video'],
      durations: [...m.seconds],
      default_duration_seconds: m.default_seconds, resolutions: m.resolutions,
      default_resolution: m.resolutions[0], aspect_ratios: m.ratios, supports_image_input: true,
      supports_audio: m.audio, supports_face_asset: m.face, supports_last_frame: m.last_frame,
      supports_reference_images: m.references,
      pricing: {
        per_second: given(
          m.usd_at !== undefined
            ? undefined
            : m.usd_per_second === undefined
              ? (m.usd_per_mtok === undefined ? 0n : m.usd_per_mtok) * 2169n
              : m.usd_per_second * 100_000n,
          x => display(x, 100_000_000_000n),
        ),
        at: m.usd_per_mtok !== undefined ? '720p' : undefined,
        per_million_tokens: m.usd_per_mtok === undefined
          ? undefined
          : display(m.usd_per_mtok, 1_000_000n),
        per_second_by_resolution: m.usd_at === undefined
          ? undefined
          : each(m.usd_at, x => display(x, 1_000_000n)),
        per_generation: m.usd_per_clip === undefined
          ? undefined
          : display(m.usd_per_clip, 1_000_000n),
      },
    })),
  },
  reply: ({ values }) => ({ object: 'list', data: values.listed }),
  fixed: ['reply'],
}
