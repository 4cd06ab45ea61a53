import Drawer from '@mui/material/Drawer';
import { Sidebar } from './Sidebar';
import { TEXTS } from './texts';

interface MenuDrawerProps {
  width: number;
  open: boolean;
  close: () => void;
}

/** The sidebar of a small screen, over the content. */
export default function MenuDrawer({ width, open, close }: MenuDrawerProps) {
  return (
    <Drawer open={open} onClose={close} slotProps={{ paper: { sx: { width }, 'aria-label': TEXTS.menu } }}>
      <Sidebar expanded toggle={close} toggleLabel={TEXTS.closeMenu} />
    </Drawer>
  );
}
