import { useState } from 'react';
import type { SharedVideo } from '../../../types';

export interface ChosenVideo {
  id: number;
  title: string;
  /** Its title in the library. */
  name: string;
  thumbnail_path: string | null;
}

/** The chosen videos in order of choice, each with its own title. */
export function useChosenVideos() {
  const [chosen, setChosen] = useState<readonly ChosenVideo[]>([]);
  return {
    chosen,
    has: (id: number) => chosen.some((video) => video.id === id),
    toggle({ id, title, thumbnail_path }: Pick<SharedVideo, 'id' | 'title' | 'thumbnail_path'>) {
      setChosen((now) =>
        now.some((video) => video.id === id)
          ? now.filter((video) => video.id !== id)
          : [...now, { id, title, name: title, thumbnail_path }],
      );
    },
    rename(id: number, title: string) {
      setChosen((now) => now.map((video) => (video.id === id ? { ...video, title } : video)));
    },
    drop(videos: readonly ChosenVideo[]) {
      setChosen((now) => now.filter(({ id }) => !videos.some((video) => video.id === id)));
    },
  };
}

export type ChosenVideos = ReturnType<typeof useChosenVideos>;
