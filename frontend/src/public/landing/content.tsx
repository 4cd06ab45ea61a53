import type { ReactNode } from 'react';
import { BatchArt, CaptionsArt, ScheduleArt, UploadArt } from './FeatureArt';
import { Bolt, Chart, Image, Pages, Shield, Spark } from './icons';

export interface Card {
  name: string;
  text: string;
  /** A drawing on top of the card. */
  art?: ReactNode;
  icon?: ReactNode;
  /** Of what was announced: whether the product has it by now. */
  isHere?: boolean;
}

export const FEATURES: Card[] = [
  {
    name: 'Automated Video Uploads',
    text: 'Upload once. Each video goes out on its own, at its time.',
    art: <UploadArt />,
  },
  {
    name: 'Smart Scheduling',
    text: 'Plan ahead with a content calendar and see what goes out when.',
    art: <ScheduleArt />,
  },
  {
    name: 'Caption Management',
    text: 'Keep the captions you use again and again in one place.',
    art: <CaptionsArt />,
  },
  {
    name: 'Time-Saving Batches',
    text: 'Upload and schedule many videos in one go, evenly spaced.',
    art: <BatchArt />,
  },
];

export const BENEFITS: Card[] = [
  {
    name: 'Instant Setup',
    text: 'Connect your page, upload a video, choose a time. That is all.',
    icon: <Bolt />,
  },
  {
    name: 'Secure and Reliable',
    text: 'Your content and your data are handled with care, from upload to post.',
    icon: <Shield />,
  },
  {
    name: 'Facebook Integration',
    text: 'Made for Facebook Pages: a post appears once, or you read why it did not.',
    icon: <Pages />,
  },
];

/** They stay when they have come. */
export const COMING_SOON: Card[] = [
  {
    name: 'AI Caption Generation',
    text: 'Captions suggested for each video.',
    icon: <Spark />,
    isHere: false,
  },
  {
    name: 'Thumbnail Creation',
    text: 'A cover picture that invites a click.',
    icon: <Image />,
    isHere: true,
  },
  {
    name: 'Performance Analytics',
    text: 'How each post does, at a glance.',
    icon: <Chart />,
    isHere: false,
  },
];
