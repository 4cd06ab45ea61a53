import { Injectable } from '@nestjs/common';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Caller } from '../../common/http/caller.decorator';
import { Config } from '../../config/config';
import { insertStatement, textOf, type Statement } from '../../database/database';
import { query, type Row, type Tables } from '../../database/tables';
import { MediaIntake } from '../../ports/storage/media-intake';
import { Quota } from '../../subscriptions/quota';
import { ChosenMedia } from '../../uploads/chosen-media';
import { MediaRemoval } from '../../uploads/media-removal';
import type { MediumRow } from '../../uploads/media-rows';
import { LibraryChoice } from '../composing/library-choice';
import { fileColumns, furtherFiles, PostersOfPosts, type FileOfPost } from '../composing/new-rows';
import { Refusals } from '../composing/refusals';
import { sharedVideosAmong, uploadsAmong } from '../composing/wanted-posts';
import { formatOf } from '../formats/lists';
import type { ChangePostDto } from '../posts/post.dto';
import { hasFilesOf, PostFiles } from '../posts/post-files';
import { ownBytes } from '../posts/post-ref';
import type { PostRow } from '../posts/post.view';
import { mediumIdsOf, readChange, sharedIdsOf, type PostChange } from './change-reader';
import { changeFor } from './change-rules';

/** The change of one post. */
export interface ChangedPost {
  post: PostRow;
  change: PostChange;
  columns: Partial<Row<'posts'>>;
  /** Whether what the change was measured by is as it was read: the files and, under new ones, the frame. */
  isUnchanged: (post: ExpressionBuilder<Tables, 'posts'>) => Expression<SqlBool>;
}

export interface ChangedContent {
  posts: ChangedPost[];
  /** Join the unit before and after the posts' own statements. */
  before: Statement[];
  after: Statement[];
  /** Deletes the files that no post names any more. */
  committed(): Promise<void>;
  /** Deletes what was stored for a unit that did not take place. */
  undone(why: unknown): Promise<void>;
}

/** What a change does to the content of posts: their texts, their cover and their files. */
@Injectable()
export class ContentChanges {
  constructor(
    private readonly media: ChosenMedia,
    private readonly library: LibraryChoice,
    private readonly removal: MediaRemoval,
    private readonly files: PostFiles,
    private readonly intake: MediaIntake,
    private readonly quota: Quota,
    private readonly config: Config,
  ) {}

  /**
   * @param posts the one that is asked for, and those that change with it
   * @throws DomainError 403 for the library, 409 for an unfinished upload, 422 that names all that is wrong
   */
  async prepare(caller: Caller, posts: readonly PostRow[], body: ChangePostDto): Promise<ChangedContent> {
    const { id: userId } = caller;
    const refusals = new Refusals();
    const known = {
      media: await this.media.find(userId, mediumIdsOf(body)),
      videos: await this.library.choose(caller, sharedIdsOf(body)),
    };
    const wanted = readChange(body, known, refusals);
    const { maxVideoBytes } = this.config.uploads;
    const changes = posts.map((post, n) =>
      changeFor(post, wanted, { isAsked: n === 0, maxVideoBytes }, refusals),
    );
    if (refusals.some) throw refusals.asError();
    const posters = new PostersOfPosts(this.intake);
    try {
      return await this.changed(userId, posts, changes, posters);
    } catch (error) {
      await posters.undo(error);
      throw error;
    }
  }

  private async changed(
    userId: number,
    posts: readonly PostRow[],
    changes: PostChange[],
    posters: PostersOfPosts,
  ): Promise<ChangedContent> {
    const files = changes[0]?.files;
    const copies = files ? await posters.copyFor({ files, posts }) : [];
    const further = await this.files.further(posts.map(({ id }) => id));
    const changed = posts.map((post, n): ChangedPost => {
      const change = changes[n] ?? {};
      const ids = further.filter(({ post_id }) => post_id === post.id).map(({ id }) => id);
      const columns = { ...textColumns(change), ...coverColumns(change), ...newFile(post, copies[n]) };
      const isUnchanged: ChangedPost['isUnchanged'] = (row) =>
        // The frame that stays was compared with the new film.
        row.and([hasFilesOf(row, [post], ids), ...(change.files ? [hasFrameOf(row, post)] : [])]);
      return { post, change, columns, isUnchanged };
    });
    const covers = changes.flatMap(({ cover }) => (cover && 'medium' in cover ? [cover.medium] : []));
    const named = [...uploadsAmong(files ?? []), ...covers];
    const old = await this.oldFiles(changed, files !== undefined);
    const bytes = files ? posts.reduce((sum, post) => sum + ownBytes(post), 0) : 0;
    return {
      posts: changed,
      before: [
        // Locks what is used, so that no file is deleted meanwhile.
        ...(named.length + old.files.length > 0 ? [this.quota.freeing(userId, 0, bytes)] : []),
        ...(named.length > 0 ? [this.media.using(uniqueOf(named))] : []),
      ],
      after: [
        ...this.library.using(userId, posts.map(accountOf), sharedVideosAmong(files ?? [])),
        ...posts.flatMap(({ id }, n) => replacingFurther(id, copies[n])),
        ...this.removal.letGo(old.files.filter((key) => !named.some(({ file_key }) => file_key === key))),
      ],
      committed: () => this.files.forget(old),
      undone: (why) => posters.undo(why),
    };
  }

  /** What the posts name and will not name any more, for all that this change knows. */
  private async oldFiles(changed: readonly ChangedPost[], hasFiles: boolean) {
    if (hasFiles) {
      const withCover = changed.map(({ post, columns }) =>
        columns.cover_key === undefined ? { ...post, cover_key: null } : post,
      );
      return this.files.of(withCover);
    }
    const covers = changed.flatMap(({ post, columns }) =>
      columns.cover_key === undefined ? [] : (post.cover_key ?? []),
    );
    return { files: [...new Set(covers)], posters: [] };
  }
}

const textColumns = ({
  title,
  description,
  firstComment,
  link,
  altText,
}: PostChange): Partial<Row<'posts'>> => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(firstComment !== undefined && { first_comment: firstComment }),
  ...(link !== undefined && { link }),
  ...(altText !== undefined && { alt_text: altText }),
});

const coverColumns = ({ cover }: PostChange): Partial<Row<'posts'>> =>
  cover === undefined
    ? {}
    : {
        cover_at_ms: cover && 'atMs' in cover ? cover.atMs : null,
        cover_key: cover && 'medium' in cover ? cover.medium.file_key : null,
      };

/** No frame is before the first. */
const NO_FRAME = -1;

const hasFrameOf = (row: ExpressionBuilder<Tables, 'posts'>, { cover_at_ms }: PostRow) =>
  row(row.fn.coalesce('posts.cover_at_ms', row.val(NO_FRAME)), '=', cover_at_ms ?? NO_FRAME);

const newFile = (post: PostRow, files: FileOfPost[] | undefined): Partial<Row<'posts'>> =>
  files ? fileColumns(formatOf(post), files) : {};

const accountOf = ({ account_id, network }: PostRow) => ({ accountId: account_id ?? undefined, network });

/** The files after the first one. */
function replacingFurther(postId: number, files: FileOfPost[] | undefined): Statement[] {
  if (!files) return [];
  const further = furtherFiles(files);
  return [
    textOf(query.deleteFrom('post_media').where('post_id', '=', postId)),
    ...(further.length > 0
      ? [
          insertStatement(
            'post_media',
            further.map((file, n) => ({ post_id: postId, position: n + 1, ...file })),
          ),
        ]
      : []),
  ];
}

const uniqueOf = (media: readonly MediumRow[]): MediumRow[] => [
  ...new Map(media.map((medium) => [medium.id, medium])).values(),
];
