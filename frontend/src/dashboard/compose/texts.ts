import { isolated } from '../../format';
import type { FormatName } from '../../../../backend/publishing/formats/formats';
import type { PostStatus } from '../../types';
import type { Network } from '../accounts/account';

const NETWORKS: Record<Network, string> = { facebook: 'Facebook', instagram: 'Instagram' };

const FORMATS: Record<FormatName, string> = {
  text: 'Text',
  reel: 'Reel',
  video: 'Video',
  photo: 'Photo',
  multi_photo: 'Several photos',
  carousel: 'Carousel',
  story: 'Story',
};

export const TEXTS = {
  newPost: 'New Post',
  lead: 'Write once, post to your Pages and Instagram accounts.',
  format: (name: FormatName) => FORMATS[name],
  formatOn: (network: Network, name: FormatName) => `${NETWORKS[network]} ${FORMATS[name].toLowerCase()}`,

  editTitle: 'Edit Post',
  title: 'Title',
  titleHint: 'Shown in your lists and in the calendar.',
  enterTitle: 'Enter a title.',
  postFailed: 'Failed to load this post',
  noSuchPost: 'This post does not exist, or was deleted.',
  toCalendar: 'Open calendar',
  gone: 'This post was deleted. What you wrote is still here to copy.',
  tooLate: (status: PostStatus) =>
    status === 'failed'
      ? 'This post has failed meanwhile. Retry it, or move it to unscheduled, to change it.'
      : `This post is ${status} and can no longer be changed. What you wrote is still here to copy.`,
  changedElsewhere: 'This post has changed since you opened it. Saving replaces only what you change here.',
  loadLatest: 'Show the latest',
  draft: 'Draft',
  draftHint: 'A draft does not go out, whatever its time.',
  toGroup: (n: number) =>
    n === 1 ? 'Also change the post made with it' : `Also change the ${n} posts made with it`,
  toGroupHint: (n: number) =>
    n === 1
      ? 'It gets what you change here, but keeps its time and account.'
      : 'They get what you change here, but keep their time and account.',
  save: 'Save',
  leaveEditQuestion: 'Leave without saving?',
  leaveEditHint: 'This tab keeps your texts until it is closed. New files are removed.',

  files: 'Files',
  photosAndVideos: 'photos or videos',
  filesHelp: 'MP4, MOV, JPEG, PNG or GIF. Without a file it is a text post, on Facebook only.',
  filesOfEditedHelp: 'MP4, MOV, JPEG, PNG or GIF.',
  chosenFiles: 'Chosen files',
  looking: 'Checking...',
  waiting: 'Waiting...',
  uploading: (percent: number) => `Uploading, ${percent} %`,
  stuck: 'Connection lost. Waiting to resume...',
  uploaded: 'Uploaded',
  useShared: 'Use a shared video',
  sharedVideos: 'Shared videos',
  sharedHint: 'Choose one to post. It does not use your storage.',
  fromLibrary: 'From the shared library',
  sharedGone: 'It is no longer in the shared library. Remove it to choose another one.',
  sharedAlone: 'A shared video is the only file of its post.',
  lost: 'It was not uploaded before the page closed. Choose it again to go on.',
  uploadFailed: 'The upload failed',
  uploadOf: (name: string) => `Upload of ${name}`,
  retry: (name: string) => `Retry ${name}`,
  tryAgain: 'Retry',
  remove: (name: string) => `Remove ${name}`,
  earlier: (name: string) => `Move ${name} forward`,
  later: (name: string) => `Move ${name} back`,
  altText: (name: string) => `Alt text of ${name}`,
  altTextHint: 'Alt text, for people who cannot see it',
  filesChanged: 'You changed the files. Check the post, then press the button again.',
  fitsNone: (name: string) =>
    `${isolated(name)} fits none of your accounts. Remove it or choose another file.`,
  fitsNoneChosen: (name: string) =>
    `${isolated(name)} fits none of the accounts you chose. Choose another account or another file.`,
  togetherFitNone: 'Together, these files fit none of your accounts. Remove some of them.',
  togetherFitNoneChosen:
    'Together, these files fit none of the accounts you chose. Choose another account, or remove some files.',
  removeMissing: (mayBeTried: boolean) =>
    mayBeTried
      ? 'Remove the files that were not uploaded, or try them again.'
      : 'Remove the files that were not uploaded, or choose others.',

  postTo: 'Post to',
  noAccounts: 'Connect a Facebook Page or an Instagram account first.',
  openSettings: 'Open settings',
  accountsFailed: 'Failed to fetch accounts',
  chooseAccount: 'Choose at least one account.',
  formatFor: (account: string) => `Format for ${account}`,
  unfit: (name: string, why: string) => `${name} (${why})`,
  needsFile: (network: Network) => `${NETWORKS[network]} needs a photo or a video.`,
  storyHint: 'A story shows the file alone, for 24 hours, and needs a time.',
  croppedHint: 'Instagram crops all of them to the shape of the first.',
  ownText: (account: string) => `Different text for ${isolated(account)}`,
  textFor: (account: string) => `Text for ${isolated(account)}`,
  ownTime: (account: string) => `Different time for ${isolated(account)}`,
  timeFor: (account: string) => `Time for ${isolated(account)}`,

  text: 'Text',
  textOrFile: 'Write a text or add a file.',
  emptyTextHint: 'Leave empty to use your captions in turn, or the title if you have none.',
  lengthOf: (length: string, most: string) => `${length} of ${most}`,
  link: 'Link',
  linkHint: 'Optional. Facebook shows a preview of the page.',
  firstComment: 'First comment',
  firstCommentHint: 'Optional. Posted under it once it is published.',

  cover: 'Cover',
  coverNetworks: 'Reels and videos show it before they play.',
  coverFrame: 'Frame of the video',
  coverAt: (seconds: string) => `At ${seconds} s`,
  coverPicture: 'Use a picture',
  coverPictureChosen: (name: string) => `Picture: ${isolated(name)}`,
  coverUploading: 'Uploading...',
  frameUnread:
    'This browser cannot read the frame, so Facebook will choose one itself. You can use a picture instead.',
  frameUnreadNote: 'Facebook chooses the cover itself: this browser could not read the frame.',
  coverAutomatic: 'Let the network choose',
  coverAutomaticHint: 'The network chooses a frame.',

  time: 'When',
  goesOutAt: 'Goes out at',
  timeHint: (zone: string) => `In your time zone, ${zone}. Leave empty for the queue.`,
  inYourZone: (zone: string) => `In your time zone, ${zone}`,
  chooseTime: 'Choose a time.',

  actions: 'Actions',
  saveDraft: 'Save draft',
  addToQueue: 'Add to queue',
  schedule: 'Schedule',
  postNow: 'Post now',
  startOver: 'Start over',
  finishing: 'Uploading...',
  sending: { draft: 'Saving...', queue: 'Adding...', schedule: 'Scheduling...', now: 'Posting...' },
  postNowQuestion: (n: number) => (n === 1 ? 'Post to 1 account now?' : `Post to ${n} accounts now?`),
  postNowHint: 'It goes out within a minute and cannot be taken back from here.',
  cancel: 'Cancel',
  startOverQuestion: 'Start over?',
  startOverHint: 'The text and the files of this post are removed.',
  notSent: (reason: string) => `The post was not sent. ${reason}`,
  notSaved: (reason: string) => `The changes were not saved. ${reason}`,
  unanswered: 'The answer was lost. Look in the calendar before you send it again.',
  stillSending: 'It is still being sent. Try again in a moment.',
  secondQuestion: 'Send a second post?',
  secondHint:
    'The answer to the first one was lost, so it may have been sent already. Look in the calendar first.',
  sendAnyway: 'Send anyway',

  scheduled: 'Post scheduled!',
  queued: (when: string | null) => (when ? `Added to the queue: goes out ${when}` : 'Added to the queue'),
  draftSaved: 'Draft saved',
  posting: 'Posting now...',

  leaveQuestion: 'Leave this post?',
  leaveHint: 'It is not sent. This browser keeps it until you come back.',
  leaveSendingHint: 'It is being sent and may still go out.',
  leaveUnansweredHint: 'It may have been sent already. This browser keeps it until you come back.',
  stay: 'Stay',
  leave: 'Leave',

  preview: 'Preview',
  previewOf: 'Preview of',
  previewEmpty: 'Choose an account to see the post as its network shows it.',
  previewNoFile: 'Add a photo or a video to see it here.',
  more: 'more',
  seeMore: 'See more',
  less: 'less',
  safeArea: 'Show safe area',
  safeAreaHint: 'Keep faces and words inside the frame: the network covers the rest.',
  slides: 'Photos and videos',
  previous: 'Previous',
  next: 'Next',
  ofAll: (n: number, total: number) => `${n} of ${total}`,
  justNow: 'Just now',
  commentLabel: 'First comment',
  cannotShow: 'This browser cannot play the file. It is posted all the same.',
};
