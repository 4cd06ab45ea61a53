import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCopyCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import type { Bucket } from './bucket';
import { BucketError } from '../bucket-error';

const GIGABYTE = 1024 ** 3;

/** One call takes as long as its bytes do. */
const COPY_MS = 60_000;
const ABORT_MS = 5_000;

/** What one call may copy: https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html */
const LIMITS = { mostBytes: 5 * GIGABYTE, partBytes: GIGABYTE };

/**
 * Copies an object within the bucket, in parts if it is large. When it throws, no parts are left, unless the bucket cannot
 * be reached any more.
 * @returns false if there is no such object.
 */
export async function copyObject(
  bucket: Bucket,
  from: string,
  to: string,
  { mostBytes, partBytes } = LIMITS,
): Promise<boolean> {
  const source = bucket.at(from);
  const CopySource = `${source.Bucket}/${encodeURI(source.Key)}`;
  try {
    const { ContentLength: sizeBytes = 0, ContentType } = await bucket.ask((client, options) =>
      client.send(new HeadObjectCommand(source), options),
    );
    if (sizeBytes > mostBytes)
      await copyInParts(bucket, to, { ContentType, CopySource, sizeBytes, partBytes });
    else await callCopy(bucket, { ...bucket.at(to), CopySource });
    return true;
  } catch (error) {
    if (error instanceof BucketError && error.isMissing) return false;
    throw error;
  }
}

const callCopy = (bucket: Bucket, copy: ConstructorParameters<typeof CopyObjectCommand>[0]) =>
  bucket.ask((client, options) => client.send(new CopyObjectCommand(copy), options), COPY_MS);

interface LargeCopy {
  ContentType: string | undefined;
  CopySource: string;
  sizeBytes: number;
  partBytes: number;
}

async function copyInParts(
  bucket: Bucket,
  to: string,
  { ContentType, CopySource, sizeBytes, partBytes }: LargeCopy,
): Promise<void> {
  // Whoever copies in parts names the type: only the bytes are taken from the source.
  const begin = new CreateMultipartUploadCommand({ ...bucket.at(to), ContentType });
  const { UploadId } = await bucket.ask((client, options) => client.send(begin, options));
  const upload = { ...bucket.at(to), UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < sizeBytes; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, sizeBytes) - 1}`;
      const part = new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange });
      const { CopyPartResult } = await bucket.ask((client, options) => client.send(part, options), COPY_MS);
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
    }
    const end = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    await bucket.ask((client, options) => client.send(end, options), COPY_MS);
  } catch (error) {
    const abort = new AbortMultipartUploadCommand(upload);
    await bucket.ask((client, options) => client.send(abort, options), ABORT_MS).catch(() => undefined);
    throw error;
  }
}
