-- A command for Neovim: :Photopick [OPTIONS] picks photos, and inserts links in Markdown below the cursor, relative to
-- the file.

local function relative(path, base)
  local from, to = vim.split(base, '/', { trimempty = true }), vim.split(path, '/', { trimempty = true })
  local same = 0
  while same < math.min(#from, #to - 1) and from[same + 1] == to[same + 1] do same = same + 1 end
  return string.rep('../', #from - same) .. table.concat(to, '/', same + 1)
end

local function link(path, base)
  -- Control characters are displayed as ^X; code, HTML and references have precedence over links (CommonMark 6).
  local name = vim.fn.strtrans(vim.fn.fnamemodify(path, ':t:r')):gsub('[%[%]\\`<&*]', '\\%0')
  local target = relative(path, base):gsub('[^%w%-%._~/]', function(c) return ('%%%02X'):format(c:byte()) end)
  return ('![%s](%s)'):format(name, target)
end

vim.api.nvim_create_user_command('Photopick', function(options)
  local window, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  local row = vim.api.nvim_win_get_cursor(window)[1]
  local file = vim.api.nvim_buf_get_name(buffer)
  local base = file ~= '' and vim.fn.fnamemodify(file, ':p:h') or vim.fn.getcwd()
  local chosen = vim.fn.tempname()
  vim.cmd('tabnew')
  local picker = vim.api.nvim_get_current_buf()
  local function finish(_, status)
    -- The tab remains for the message of a failure. 130 is a cancellation.
    if status ~= 0 and status ~= 130 and vim.fn.filereadable(chosen) == 0 then return end
    vim.cmd('stopinsert')
    vim.api.nvim_buf_delete(picker, { force = true })
    if vim.api.nvim_win_is_valid(window) then vim.api.nvim_set_current_win(window) end
    if vim.fn.filereadable(chosen) == 0 then return end
    local links = {}
    local paths = assert(io.open(chosen, 'rb'))
    for path in paths:read('*a'):gmatch('%Z+') do links[#links + 1] = link(path, base) end
    paths:close()
    vim.fn.delete(chosen)
    vim.api.nvim_buf_set_lines(buffer, row, row, false, links)
  end
  local command = vim.list_extend({ 'photopick', 'pick', '-0', '--output', chosen }, options.fargs)
  if vim.fn.has('nvim-0.11') == 1 then
    vim.fn.jobstart(command, { term = true, on_exit = finish })
  else
    vim.fn.termopen(command, { on_exit = finish })
  end
  vim.cmd('startinsert')
end, { nargs = '*', complete = 'dir' })
