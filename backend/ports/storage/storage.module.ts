import { mkdir } from 'node:fs/promises';
import { Global, Module } from '@nestjs/common';
import { Config } from '../../config/config';
import { Ffprobe } from '../../media/ffprobe';
import { DiskStorage } from './disk-storage';
import { MediaIntake } from './media-intake';
import { MediaController } from './media.controller';
import { MediaLinks } from './media-links';
import { Storage } from './storage';

@Global()
@Module({
  controllers: [MediaController],
  providers: [
    MediaLinks,
    MediaIntake,
    Ffprobe,
    {
      provide: Storage,
      inject: [Config],
      useFactory: async ({ storage }: Config): Promise<Storage> => {
        const disk = new DiskStorage(storage.dir);
        await mkdir(disk.incomingDir, { recursive: true });
        return disk;
      },
    },
  ],
  exports: [Storage, MediaLinks, MediaIntake],
})
export class StorageModule {}
