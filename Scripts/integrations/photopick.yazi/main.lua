-- A plugin for yazi: picks photos in this folder and selects them.
--- @since 25.5.31

local folder = ya.sync(function() return tostring(cx.active.current.cwd) end)

return {
	entry = function()
		-- The file exists from now on, so that no other user can create it.
		local chosen = os.tmpname()
		local permit = ui.hide and ui.hide() or ya.hide()
		local child = Command("photopick")
			:arg({ "pick", folder(), "-0", "--output", chosen })
			:stdin(Command.INHERIT):stdout(Command.INHERIT):stderr(Command.INHERIT)
			:spawn()
		if child then child:wait() end
		permit:drop()
		local file = io.open(chosen, "rb")
		if not file then return end
		local urls = { state = "on" }
		for path in file:read("*a"):gmatch("%Z+") do urls[#urls + 1] = Url(path) end
		file:close()
		os.remove(chosen)
		if #urls > 0 then
			-- Otherwise, yazi expands $NAME.
			ya.emit("reveal", { urls[1], raw = true })
			ya.emit("toggle_all", urls)
		end
	end,
}
