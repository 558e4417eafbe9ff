// Code generated from catalog/media/videos.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/media/videos.models.yaml. */
export interface VideosRow extends Row {
  /** shown in lists */
  readonly name: string
  /** one sentence for lists */
  readonly description: string
  /** the maker, as `owned_by` in lists */
  readonly owner: string
  /** Unix seconds at which it was first on sale */
  readonly created: number
  /** 4.15 means any of them; [4, 8, 12] means only those */
  readonly seconds: ReadonlySet<number>
  readonly default_seconds: number
  /** the first is the default */
  readonly resolutions: readonly string[]
  /** lenient means that the upstream decides about higher resolutions */
  readonly resolution_rule: 'checked' | 'lenient' | 'ignored'
  /** if empty, aspect_ratio is ignored */
  readonly ratios: readonly string[]
  /** makes sound for the clip */
  readonly audio: boolean
  /** takes last_frame_url */
  readonly last_frame: boolean
  /** takes real_face_asset_id */
  readonly face: boolean
  /** takes reference_image_urls */
  readonly references: boolean
  readonly billing: 'per_second' | 'per_resolution' | 'tokens'
  /** In micro-USD. */
  readonly usd_per_second?: bigint
  /** per second. In micro-USD. */
  readonly usd_at?: Readonly<Record<string, bigint>>
  /** In micro-USD. */
  readonly usd_per_clip?: bigint
  /** per million tokens. In micro-USD. */
  readonly usd_per_mtok?: bigint
  /** the call that makes it */
  readonly upstream: 'vendor_f.videos' | 'vendor_c.videos' | 'vendor_d.videos'
  /** the model's name at the upstream */
  readonly upstream_id: string
}

/** Rows of catalog/media/videos.models.yaml, for all networks. */
export const videosModels: Table<VideosRow> = {
  name: 'videos.models',
  rows: [
    { // catalog/media/videos.models.yaml:61
      id: 'vendorF/video-2', name: 'Video 2',
      description: 'Clips with sound from a text or a picture of anything but people.',
      owner: 'vendorF', created: 1_759_190_400, seconds: new Set([4, 8, 12]), default_seconds: 4,
      resolutions: ['720p'], resolution_rule: 'ignored', ratios: [], audio: true, last_frame: false,
      face: false, references: false, billing: 'per_second', usd_per_second: 100_000n,
      upstream: 'vendor_f.videos', upstream_id: 'video-2',
    },
    { // catalog/media/videos.models.yaml:76
      id: 'vendorC/imagine-video', name: 'Imagine Video',
      description: 'Stylised clips of up to 15 seconds.', owner: 'vendorC', created: 1_769_558_400,
      seconds: new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), default_seconds: 8,
      resolutions: ['480p', '720p'], resolution_rule: 'checked',
      ratios: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'], audio: false, last_frame: false,
      face: false, references: false, billing: 'per_resolution',
      usd_at: { '480p': 50_000n, '720p': 70_000n },
      usd_per_clip: 1000n, upstream: 'vendor_c.videos', upstream_id: 'imagine-video',
    },
    { // catalog/media/videos.models.yaml:84
      id: 'vendorC/imagine-video-1.5', name: 'Imagine Video 1.5',
      description: 'Stylised clips with sound, up to 1080p.', owner: 'vendorC',
      created: 1_769_558_400, seconds: new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
      default_seconds: 8, resolutions: ['480p', '720p', '1080p'], resolution_rule: 'checked',
      ratios: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'], audio: true, last_frame: false,
      face: false, references: false, billing: 'per_resolution',
      usd_at: { '480p': 80_000n, '720p': 140_000n, '1080p': 250_000n },
      usd_per_clip: 1000n, upstream: 'vendor_c.videos', upstream_id: 'imagine-video-1.5',
    },
    { // catalog/media/videos.models.yaml:93
      id: 'vendorD/video-1.5-pro', name: 'Video 1.5 Pro',
      description: 'Steady clips between two pictures.', owner: 'vendorD', created: 1_764_547_200,
      seconds: new Set([4, 5, 6, 7, 8, 9, 10, 11, 12]), default_seconds: 5,
      resolutions: ['720p', '480p', '1080p'], resolution_rule: 'checked',
      ratios: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], audio: true,
      last_frame: true, face: false, references: false, billing: 'tokens', usd_per_mtok: 3_108_000n,
      upstream: 'vendor_d.videos', upstream_id: 'video-1.5-pro',
    },
    { // catalog/media/videos.models.yaml:94
      id: 'vendorD/video-2.0-mini', name: 'Video 2.0 Mini',
      description: 'Inexpensive clips that keep a face.', owner: 'vendorD', created: 1_764_547_200,
      seconds: new Set([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), default_seconds: 5,
      resolutions: ['720p', '480p'], resolution_rule: 'lenient',
      ratios: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], audio: true,
      last_frame: true, face: true, references: true, billing: 'tokens', usd_per_mtok: 3_500_000n,
      upstream: 'vendor_d.videos', upstream_id: 'video-2.0-mini',
    },
    { // catalog/media/videos.models.yaml:95
      id: 'vendorD/video-2.0-fast', name: 'Video 2.0 Fast',
      description: 'Quick clips that keep a face.', owner: 'vendorD', created: 1_764_547_200,
      seconds: new Set([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]), default_seconds: 5,
      resolutions: ['720p', '480p'], resolution_rule: 'checked',
      ratios: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], audio: true,
      last_frame: true, face: true, references: true, billing: 'tokens', usd_per_mtok: 7_252_000n,
      upstream: 'vendor_d.videos', upstream_id: 'video-2.0-fast',
    },
    { // catalog/media/videos.models.yaml:96
      id: 'vendorD/video-2.0', name: 'Video 2.0',
      description: 'Detailed clips up to 4K that keep a face.', owner: 'vendorD',
      created: 1_764_547_200, seconds: new Set([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
      default_seconds: 5, resolutions: ['720p', '480p', '1080p', '4K'], resolution_rule: 'checked',
      ratios: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], audio: true,
      last_frame: true, face: true, references: true, billing: 'tokens', usd_per_mtok: 9_971_500n,
      upstream: 'vendor_d.videos', upstream_id: 'video-2.0',
    },
    { // catalog/media/videos.models.yaml:97
      id: 'vendorD/video-2.5', name: 'Video 2.5', description: 'Clips of up to 30 seconds.',
      owner: 'vendorD', created: 1_764_547_200,
      seconds: new Set([
        4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
        28, 29, 30,
      ]),
      default_seconds: 5, resolutions: ['720p', '480p'], resolution_rule: 'checked',
      ratios: ['adaptive', '16:9', '9:16', '1:1', '4:3', '3:4', '21:9'], audio: true,
      last_frame: false, face: false, references: false, billing: 'tokens',
      usd_per_mtok: 13_856_500n, upstream: 'vendor_d.videos', upstream_id: 'video-2.5',
    },
  ],
}
