import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import { Link } from 'react-router';
import { TEXTS } from './texts';

/** Links to the upload of videos. */
export const UploadVideos = ({ sx }: Pick<ButtonProps, 'sx'>) => (
  <Button variant="contained" component={Link} to="/dashboard/videos" startIcon={<UploadIcon />} sx={sx}>
    {TEXTS.uploadVideos}
  </Button>
);
