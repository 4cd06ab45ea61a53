import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import { Link } from 'react-router';

/** Leads to where videos are uploaded. */
export const UploadVideos = ({ sx }: Pick<ButtonProps, 'sx'>) => (
  <Button variant="contained" component={Link} to="/dashboard/videos" startIcon={<UploadIcon />} sx={sx}>
    Upload videos
  </Button>
);
