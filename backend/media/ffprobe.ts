import { Injectable } from '@nestjs/common';
import ffprobeStatic from 'ffprobe-static';
import { Config } from '../config/config';

/** The binary in force: the one that came with the package, unless `FFPROBE_PATH` names a newer one. */
@Injectable()
export class Ffprobe {
  readonly path: string;

  constructor({ ffprobePath }: Config) {
    this.path = ffprobePath ?? ffprobeStatic.path;
  }
}
