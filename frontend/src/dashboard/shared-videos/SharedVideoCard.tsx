import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { megabytes } from '../../format';
import type { SharedVideo } from '../../types';
import { useCategories } from '../useCategories';
import { isAdmin } from '../../roles';
import { useUser } from '../queries';
import { CategorySelect } from './CategorySelect';
import { SharedPicture } from './SharedPicture';
import { useLibraryActions } from './useLibraryActions';
import { TEXTS } from './texts';

interface SharedVideoCardProps {
  video: SharedVideo;
  open: (what: { what: 'player' | 'delete'; id: number }) => void;
}

export function SharedVideoCard({ video, open }: SharedVideoCardProps) {
  const { id, title, category, size_bytes } = video;
  const admin = isAdmin(useUser());
  return (
    <Box component="li" sx={{ minWidth: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <SharedPicture
        video={video}
        play={() => {
          open({ what: 'player', id });
        }}
      />
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5, flex: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap dir="auto" title={title} sx={{ fontWeight: 600 }}>
            {title}
          </Typography>
          <Typography variant="body2" noWrap dir="auto" sx={{ color: 'text.secondary' }}>
            {admin ? `${megabytes(size_bytes)} MB` : (category?.name ?? TEXTS.noCategory)}
          </Typography>
        </Box>
        {admin && (
          <Tooltip title={TEXTS.delete}>
            <IconButton
              size="small"
              aria-label={TEXTS.deleteNamed(title)}
              onClick={() => {
                open({ what: 'delete', id });
              }}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      {admin && <CategoryOf video={video} />}
    </Box>
  );
}

function CategoryOf({ video: { id, title, category } }: { video: SharedVideo }) {
  const { data = category ? [category] : [] } = useCategories();
  const { categorize } = useLibraryActions();
  const shown = categorize.isPending ? categorize.variables.categoryId : (category?.id ?? null);
  return (
    <CategorySelect
      name={TEXTS.categoryOf(title)}
      categories={data}
      none={TEXTS.noCategory}
      value={shown}
      disabled={categorize.isPending}
      change={(categoryId) => {
        categorize.mutate({ id, categoryId });
      }}
    />
  );
}
