// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface PortraitEnrollRequest {
  name: string
  /** public https address of a JPG, PNG or WEBP, 10 MB at most */
  image_url: string
}
