import type { MetaError } from './graph-client';

/** What happened and what to do, by Meta's subcode or, if that is unknown, its code. */
const WORDS: Record<number, string> = {
  1: 'Meta’s servers had a problem.',
  2: 'Meta’s servers had a problem.',
  10: 'Pagecast may not do this for you any more. Save a token that has all permissions.',
  190: 'Facebook has signed Pagecast out. Save a new access token.',
  368: 'Facebook has blocked posting for this account for a while.',
  458: 'The app was removed from your Facebook account. Connect again.',
  459: 'Facebook wants you to sign in and confirm something. Do that on Facebook, then save a new access token.',
  460: 'Facebook has signed Pagecast out, because your password changed. Save a new access token.',
  463: 'Your access token has ended. Save a new one.',
  464: 'Your Facebook account is not confirmed. Confirm it on Facebook, then save a new access token.',
  467: 'Your access token is no longer valid. Save a new one.',
  492: 'You no longer have a role on this Page. Ask for it back, then save a new access token.',
  506: 'Facebook has just taken the same post. Change the text before you post it again.',
  324: 'Facebook found no picture that it can read. Export it as a JPEG or PNG.',
  351: 'Facebook cannot use this video. Export it again as an MP4.',
  352: 'This video has a format that is not taken. Export it as an MP4 with H.264 and AAC.',
  382: 'This video is too small. Export it with at least 540 pixels on its short side and 960 on its long one.',
  2500: 'Meta did not understand the request. Save a new access token.',
  6000: 'Facebook has a problem with this file. Export it again and upload it.',
  1346003: 'Facebook holds this content to be abusive. Change it, or ask Facebook to look at it.',
  1349125: 'Facebook does not take this content as it is. Change it.',
  1363005: 'You may not edit videos of this Page. Ask for a role that may.',
  1363020: 'Facebook found no video in the file. Upload it again.',
  1363022: 'This file is too small to be a video. Upload another one.',
  1363023: 'This video is too large for Facebook. Export it smaller.',
  1363024: 'This video has a format that Facebook does not take. Export it as an MP4 with H.264 and AAC.',
  1363025: 'This video is too short. It needs at least 3 seconds.',
  1363026: 'This video is too long for Facebook. Cut it.',
  1363031: 'Facebook does not take this kind of file. Export it as an MP4.',
  1363032: 'Facebook cannot read this video. Export it again as an MP4.',
  1363040:
    'The shape of this video is not taken. Export it upright, 9:16, for a reel or story; from 9:16 to 16:9 for a video.',
  1363042: 'You may not post to this Page. Ask for a role that may.',
  1363127:
    'This video has too few pixels. Export it with at least 540 on its short side and 960 on its long one.',
  1363128:
    'The length of this video is not taken. A reel lasts 3 to 90 seconds, a story 3 to 60, a video 3 seconds to 4 hours.',
  1363129: 'The frame rate of this video is not taken. Export it with 24 to 60 frames a second.',
  1366046: 'This photo is too large, or no JPEG or PNG. Export it as a JPEG under 4 MB.',
  1366051: 'These photos were posted before. Upload another one.',
  1390008: 'Facebook finds that this account posts too often.',
  1404006: 'Facebook asks for a security check before you comment. Do that on Facebook.',
  1404078:
    'Facebook asks for a publishing authorization for this Page. Give it in the settings of the Page on Facebook.',
  1404082: 'The same content was posted before. Change it before you post it again.',
  1404102: 'Facebook holds this to break its community standards. Change it, or ask Facebook to look at it.',
  1404112: 'Facebook has limited this account for some days.',
  1609005: 'Facebook cannot open the link of this post. Check the link, or leave it out.',
  1609008: 'Facebook takes no link to facebook.com in a post. Leave it out.',
  2061006: 'A link in this post is not valid. Correct it.',
  2069019: 'Facebook cannot use this file. Export it again and upload it.',
  2207004: 'This picture is too large for Instagram. Export it under 8 MB.',
  2207005: 'Instagram does not take this kind of picture. Export it as a JPEG.',
  2207009: 'The shape of this picture is not taken by Instagram. It takes 4:5 to 1.91:1.',
  2207010: 'The text is too long for Instagram: at most 2,200 characters, 30 hashtags and 20 mentions.',
  2207026: 'Instagram does not take this kind of video. Export it as an MP4 with H.264 and AAC.',
  2207040: 'The text mentions too many accounts. Instagram takes 20.',
  2207042: 'Instagram has taken as many posts of this account today as it takes in 24 hours.',
  2207050: 'Instagram has restricted this account. Open Instagram and follow what it asks for.',
  2207051: 'Instagram has stopped this account from posting for a while, since it looked like spam.',
  2207069: 'Instagram has taken as many posts of this account today as it takes in 24 hours.',
  2207076: 'Instagram could not process this file. Export it again and upload it.',
  2207081: 'This account cannot post trial reels.',
  2207083: 'Instagram cannot read this picture. Export it as a JPEG.',
  4854002: 'Facebook wants you to confirm who you are before you post as this Page. Do that on Facebook.',
};

/** Like `sentenceOf`, for the error of a status. Without a code the reason is already in our own words. */
export const statusSentence = (reason: string, code: number | undefined): string =>
  code === undefined ? reason : sentenceOf({ reason, code, subcode: undefined });

/**
 * Explains a Meta error: plain words first if the number is known, and always Meta's own, so that a user can ask Meta.
 */
export function sentenceOf({
  reason,
  code,
  subcode,
  status,
}: Pick<MetaError, 'reason' | 'code' | 'subcode'> & Partial<Pick<MetaError, 'status'>>): string {
  // No error of Meta's: it is we who say that such an answer is none.
  if (status === 200 && code === undefined && subcode === undefined) return reason;
  const words = WORDS[subcode ?? NaN] ?? WORDS[code ?? NaN];
  return words ? `${words} Meta’s words: ${reason}` : `Meta refused this with the words: ${reason}`;
}
