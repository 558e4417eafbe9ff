// Code generated from catalog/people/faces.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostRealfaceInitBody = {
  /** of the person */
  name: string
  /** as returned earlier, for a fresh link */
  groupId?: string
}

export type GetRealfaceStatusQuery = {
  groupId: string
}

export type PostRealfaceEnrollBody = {
  name: string
  /** public https address of a JPG, PNG or WEBP, 10 MB at most */
  image_url: string
  /** of an active group */
  group_id: string
}

export type PostPortraitEnrollBody = {
  name: string
  /** public https address of a JPG, PNG or WEBP, 10 MB at most */
  image_url: string
}

export type GetWalletAddressRealfacesQuery = {
  /** leaves out the oldest; lists have 1,000 at most */
  skip: number
}

/** The derived values of POST /api/v1/realface/init. */
export interface PostRealfaceInitValues {
  group: string
}
