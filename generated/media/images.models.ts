// Code generated from catalog/media/images.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/media/images.models.yaml. */
export interface ImagesRow extends Row {
  /** shown in lists */
  readonly name: string
  /** one sentence for lists */
  readonly description: string
  /** the maker, as `owned_by` in lists */
  readonly owner: string
  /** Unix seconds at which it was first on sale */
  readonly created: number
  /** price per output size; the keys are the sizes on sale. In micro-USD. */
  readonly sizes: Readonly<Record<string, bigint>>
  /** source images an edit accepts; 0 means generation only */
  readonly edit_images: number
  /** accepts a mask */
  readonly edit_mask: boolean
  /** the call that edits; rows without it only generate */
  readonly edits?: 'vendor_a.edits' | 'vendor_b.edits'
  /** always answers with a job */
  readonly always_async: boolean
  /** the call that makes it */
  readonly upstream:
    | 'vendor_a.images' | 'vendor_b.images' | 'vendor_e.images' | 'vendor_c.images'
    | 'vendor_d.images'
  /** the model's name at the upstream */
  readonly upstream_id: string
}

/** Rows of catalog/media/images.models.yaml, for all networks. */
export const imagesModels: Table<ImagesRow> = {
  name: 'images.models',
  rows: [
    { // catalog/media/images.models.yaml:36
      id: 'vendorA/image-1', name: 'Image 1',
      description: 'Precise prompts and legible text in pictures.', owner: 'vendorA',
      created: 1_745_366_400,
      sizes: { '1024x1024': 20_000n, '1536x1024': 40_000n, '1024x1536': 40_000n },
      edit_images: 4, edit_mask: true, edits: 'vendor_a.edits', always_async: false,
      upstream: 'vendor_a.images', upstream_id: 'image-1',
    },
    { // catalog/media/images.models.yaml:43
      id: 'vendorA/image-2', name: 'Image 2',
      description: 'Higher fidelity than Image 1; slow pictures answer as a job.', owner: 'vendorA',
      created: 1_745_366_400,
      sizes: { '1024x1024': 60_000n, '1536x1024': 120_000n, '1024x1536': 120_000n },
      edit_images: 4, edit_mask: true, edits: 'vendor_a.edits', always_async: false,
      upstream: 'vendor_a.images', upstream_id: 'image-2',
    },
    { // catalog/media/images.models.yaml:50
      id: 'vendorB/image-fast', name: 'Image Fast', description: 'Quick square pictures.',
      owner: 'vendorB', created: 1_756_166_400,
      sizes: { '1024x1024': 50_000n },
      edit_images: 3, edit_mask: false, edits: 'vendor_b.edits', always_async: false,
      upstream: 'vendor_b.images', upstream_id: 'image-fast',
    },
    { // catalog/media/images.models.yaml:57
      id: 'vendorB/image-fast-2', name: 'Image Fast 2',
      description: 'Quick square pictures, second generation.', owner: 'vendorB',
      created: 1_756_166_400,
      sizes: { '1024x1024': 90_000n },
      edit_images: 3, edit_mask: false, edits: 'vendor_b.edits', always_async: false,
      upstream: 'vendor_b.images', upstream_id: 'image-fast-2',
    },
    { // catalog/media/images.models.yaml:64
      id: 'vendorB/image-pro', name: 'Image Pro', description: 'Square pictures up to 4K.',
      owner: 'vendorB', created: 1_756_166_400,
      sizes: { '1024x1024': 100_000n, '2048x2048': 100_000n, '4096x4096': 150_000n },
      edit_images: 3, edit_mask: false, edits: 'vendor_b.edits', always_async: false,
      upstream: 'vendor_b.images', upstream_id: 'image-pro',
    },
    { // catalog/media/images.models.yaml:71
      id: 'vendorE/image-4', name: 'Image 4', description: 'Inexpensive pictures in six sizes.',
      owner: 'vendorE', created: 1_741_132_800,
      sizes: {
        '512x512': 15_000n, '768x768': 15_000n, '1024x1024': 15_000n, '768x1344': 15_000n,
        '1344x768': 15_000n, '1440x1440': 20_000n,
      },
      edit_images: 0, edit_mask: false, always_async: false, upstream: 'vendor_e.images',
      upstream_id: 'image-4',
    },
    { // catalog/media/images.models.yaml:78
      id: 'vendorC/imagine-image', name: 'Imagine Image', description: 'Stylised square pictures.',
      owner: 'vendorC', created: 1_769_558_400,
      sizes: { '1024x1024': 20_000n },
      edit_images: 0, edit_mask: false, always_async: false, upstream: 'vendor_c.images',
      upstream_id: 'imagine-image',
    },
    { // catalog/media/images.models.yaml:85
      id: 'vendorC/imagine-image-2.0', name: 'Imagine Image 2.0',
      description: 'Stylised square pictures, second generation.', owner: 'vendorC',
      created: 1_769_558_400,
      sizes: { '1024x1024': 40_000n },
      edit_images: 0, edit_mask: false, always_async: false, upstream: 'vendor_c.images',
      upstream_id: 'imagine-image-2.0',
    },
    { // catalog/media/images.models.yaml:92
      id: 'vendorC/imagine-image-pro', name: 'Imagine Image Pro',
      description: 'Detailed square pictures.', owner: 'vendorC', created: 1_769_558_400,
      sizes: { '1024x1024': 70_000n },
      edit_images: 0, edit_mask: false, always_async: false, upstream: 'vendor_c.images',
      upstream_id: 'imagine-image-pro',
    },
    { // catalog/media/images.models.yaml:99
      id: 'vendorD/image-5-pro', name: 'Image 5 Pro',
      description: 'Large, detailed pictures; always answers as a job, in about two minutes.',
      owner: 'vendorD', created: 1_764_547_200,
      sizes: {
        '1024x1024': 45_000n, '1280x720': 45_000n, '2048x1024': 45_000n, '2048x2048': 90_000n,
        '2304x1728': 90_000n, '1728x2304': 90_000n, '2848x1600': 90_000n, '1600x2848': 90_000n,
      },
      edit_images: 0, edit_mask: false, always_async: true, upstream: 'vendor_d.images',
      upstream_id: 'image-5-pro',
    },
  ],
}
