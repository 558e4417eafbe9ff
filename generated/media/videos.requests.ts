// Code generated from catalog/media/videos.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostVideosGenerationsBody = {
  /** one of the model ids */
  model: string
  /** what happens */
  prompt: string
  /** first frame: https URL or data URI */
  image_url?: string
  /** ta_ and hex digits, from face enrollment */
  real_face_asset_id?: string
  /** final frame: https URL or data URI */
  last_frame_url?: string
  /** https URLs or data URIs of what is to be seen */
  reference_image_urls?: string[]
  reference_videos?: Json
  reference_audios?: Json
  video_url?: Json
  audio_url?: Json
  input_type?: 'text' | 'image' | 'first_last_frame' | 'reference'
  /** billed; the model's own length unless given */
  duration_seconds?: number
  /** the model's first unless given */
  resolution?: string
  aspect_ratio?: string
  /** on for text alone unless given */
  generate_audio?: boolean
  seed?: number
  watermark: boolean
  /** also give the final frame as a picture */
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
