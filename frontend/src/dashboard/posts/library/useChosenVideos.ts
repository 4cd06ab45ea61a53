import { useState } from 'react';
import type { SharedVideo } from '../../../types';

export interface ChosenVideo {
  id: number;
  title: string;
  /** As the library calls it. */
  name: string;
  thumbnail_path: string | null;
}

/** What is chosen of the library, in the order of choosing, each with a title of the person's own. */
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
    clear() {
      setChosen([]);
    },
  };
}

export type ChosenVideos = ReturnType<typeof useChosenVideos>;
