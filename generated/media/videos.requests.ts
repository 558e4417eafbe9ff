// Code generated from catalog/media/videos.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'
import type { FaceAsset } from '../shapes.types.ts'

export type PostVideosGenerationsBody = {
  /** one of the model ids */
  model: string
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits; a face that your wallet has enrolled, or a character */
  real_face_asset_id?: FaceAsset
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what the clip should show */
  reference_image_urls?: string[]
  reference_videos?: Json
  reference_audios?: Json
  video_url?: Json
  audio_url?: Json
  /** text, image, first_last_frame or reference: refused unless it matches the fields sent */
  input_type?: string
  /** length of the clip, which you pay for; by default the model's own length */
  duration_seconds?: number
  /** by default the model's first resolution */
  resolution?: string
  aspect_ratio?: string
  /** by default on, unless images are given */
  generate_audio?: boolean
  seed?: number
  watermark: boolean
  /** also return the final frame as an image */
  return_last_frame: boolean
}

export type PostVideosForm = {
  /** a model id; video-... stands for vendorD/video-... */
  model?: string
  /** parts {type, text} and at most one {type, image_url} */
  content: Json[]
  /** aspect_ratio */
  ratio?: string
  /** duration_seconds */
  duration?: number
  image_url?: Json
  aspect_ratio?: Json
  duration_seconds?: Json
  [k: string]: Json | undefined
}

/** The derived values of POST /api/v1/videos/generations. */
export interface PostVideosGenerationsValues {
  offered: readonly any[]
  face_id: string
  seconds: number
  resolution: string
  references: readonly any[]
  words: readonly string[]
  settings: readonly string[]
  conditioned: 'image' | 'text'
  mode: 'reference' | 'first_last_frame' | 'image' | 'text'
  pictures: readonly any[]
}

/** The derived values of GET /api/v1/video/models. */
export interface GetVideoModelsValues {
  listed: readonly any[]
}
