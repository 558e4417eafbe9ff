// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface RealfaceInitRequest {
  /** of the person */
  name: string
  /** as returned earlier, for a fresh link */
  groupId?: string
}

export interface RealfaceEnrollRequest {
  name: string
  /** public https address of a JPG, PNG or WEBP, 10 MB at most */
  image_url: string
  /** of an active group */
  group_id: string
}
